/* Whether a program finds in its floating point registers what it left there: across system calls,
 * signals, page faults, forks, and with other threads at work. Ends with 0 if so. */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int handled;

/* Does a system call with `value` in a register, and tells what is there after it. */
static long across(long value, long number, long first, long second, long *result)
{
	long after;

	__asm__ volatile("movq %[value], %%xmm13\n\tsyscall\n\tmovq %%xmm13, %[after]"
			 : [after] "=&r"(after), "=a"(*result)
			 : [value] "r"(value), "1"(number), "D"(first), "S"(second)
			 : "rcx", "r11", "memory", "xmm13");
	return after;
}

static void check(const char *what, long value, long after)
{
	if (value == after)
		return;
	fprintf(stderr, "%s: %lx became %lx\n", what, value, after);
	exit(1);
}

static void handle(int signal)
{
	(void)signal;
	__asm__ volatile("pcmpeqd %%xmm13, %%xmm13" ::: "xmm13");
	handled++;
}

static void *work(void *seed)
{
	long result, value = (long)seed << 40;

	for (int round = 0; round < 300; round++, value++)
		check("with threads", value, across(value, SYS_sched_yield, 0, 0, &result));
	return NULL;
}

int main(void)
{
	const size_t size = 4 << 20;
	pthread_t threads[3];
	long result, after;
	int status;
	char *pages;

	for (int round = 0; round < 100; round++)
		check("a call", round, across(round, SYS_getppid, 0, 0, &result));

	signal(SIGUSR1, handle);
	for (int round = 0; round < 100; round++)
		check("a signal", round, across(round, SYS_kill, getpid(), SIGUSR1, &result));
	if (handled != 100)
		return 2;

	pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (size_t place = 0; place < size; place += 4096) {
		__asm__ volatile("movq %[value], %%xmm13\n\tincb (%[page])\n\tmovq %%xmm13, %[after]"
				 : [after] "=&r"(after)
				 : [value] "r"(place), [page] "r"(pages + place)
				 : "memory", "xmm13");
		check("a page fault", place, after);
	}

	for (int round = 0; round < 20; round++) {
		after = across(round, SYS_fork, 0, 0, &result);
		check("a fork", round, after);
		if (result == 0)
			_exit(0);
		if (waitpid(result, &status, 0) != result || status != 0)
			return 3;
	}

	for (long each = 0; each < 3; each++)
		pthread_create(&threads[each], NULL, work, (void *)(each + 1));
	for (int each = 0; each < 3; each++)
		pthread_join(threads[each], NULL);
	check("after threads", 7, across(7, SYS_getppid, 0, 0, &result));
	puts("as they were left");
	return 0;
}
