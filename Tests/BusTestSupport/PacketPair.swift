// Two ends of a line that keeps packets apart, as bluetoothd hands one out for notifications.

import Glibc

/// Connects two descriptors; 0, or -1 with errno.
package func packetPair(_ ends: inout [CInt]) -> CInt {
  let closeOnExec: CInt = 0o2_000_000
  return socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | closeOnExec, 0, &ends)
}
