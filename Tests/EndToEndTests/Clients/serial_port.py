"""A serial port by termios alone."""
import os
import select
import termios
import tty

# An answer comes at once; so long is waited to see that none comes.
SILENCE_SECONDS = 0.2


class Port:
    def __init__(self, path):
        self.descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY)

    def is_raw(self):
        return not termios.tcgetattr(self.descriptor)[3] & (termios.ICANON | termios.ECHO)

    def spoil(self):
        """Echo and lines, as a terminal for people has."""
        attributes = termios.tcgetattr(self.descriptor)
        attributes[3] |= termios.ICANON | termios.ECHO
        termios.tcsetattr(self.descriptor, termios.TCSANOW, attributes)

    def write(self, data):
        os.write(self.descriptor, data)

    def ask(self, command, count):
        """Writes a command and reads so many bytes."""
        self.write(command)
        answer = b""
        while len(answer) < count:
            if not select.select([self.descriptor], [], [], 20)[0]:
                break
            answer += os.read(self.descriptor, count - len(answer))
        return answer

    def is_silent(self):
        return not select.select([self.descriptor], [], [], SILENCE_SECONDS)[0]

    def close(self):
        os.close(self.descriptor)
