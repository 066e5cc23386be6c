/*
 * One accept round of consensus by UDP, for shufflecast-2-2.sh: a leader sends a value of one byte to all acceptors, and
 * waits until each has answered. The answers take the unicast network either way.
 *
 *   accept serve ADDRESS GROUP             answers, until it is killed
 *   accept multicast ADDRESS GROUP ROUNDS ACCEPTORS
 *   accept unicast ADDRESS ROUNDS ACCEPTOR...
 *
 * ADDRESS is that of the interface to the relays. The leader prints the 90th and the 99th percentile of a round in
 * microseconds, and the rounds that got no answer from some acceptor within 100 ms.
 */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PORT = 5004, MOST = 64, WARM_UP = 200, PATIENCE_US = 100000 };

/* A message: the round, and the value. */
struct message {
    uint32_t round;
    uint8_t value;
} __attribute__((packed));

static void die(const char *what) {
    perror(what);
    exit(1);
}

static struct sockaddr_in endpoint(const char *text, int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    if (inet_pton(AF_INET, text, &to.sin_addr) != 1) {
        fprintf(stderr, "accept: %s is no IPv4 address\n", text);
        exit(2);
    }
    return to;
}

static int open_socket(const char *interface, int port) {
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct in_addr from = endpoint(interface, 0).sin_addr;
    struct timeval patience = {.tv_usec = PATIENCE_US};
    int off = 0;
    if (fd < 0 || bind(fd, (struct sockaddr *)&any, sizeof any) != 0
        || setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &from, sizeof from) != 0
        || setsockopt(fd, IPPROTO_IP, IP_MULTICAST_LOOP, &off, sizeof off) != 0) {
        die("socket");
    }
    if (port == 0 && setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0) {
        die("timeout");
    }
    return fd;
}

static void serve(const char *interface, const char *group) {
    int fd = open_socket(interface, PORT);
    struct ip_mreq membership = {
        .imr_multiaddr = endpoint(group, 0).sin_addr, .imr_interface = endpoint(interface, 0).sin_addr};
    if (setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership) != 0) {
        die("membership");
    }
    puts("ready");
    fflush(stdout);
    for (;;) {
        struct message one;
        struct sockaddr_in from;
        socklen_t length = sizeof from;
        ssize_t got = recvfrom(fd, &one, sizeof one, 0, (struct sockaddr *)&from, &length);
        if (got == sizeof one) {
            sendto(fd, &one, sizeof one, 0, (struct sockaddr *)&from, length);
        }
    }
}

static double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int by_time(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

/* A round; whether each acceptor has answered. */
static int run_round(int fd, uint32_t round, const struct sockaddr_in *to, int targets, int acceptors) {
    struct message one = {.round = htonl(round), .value = 1};
    struct in_addr seen[MOST];
    int answers = 0;
    for (int i = 0; i < targets; i++) {
        if (sendto(fd, &one, sizeof one, 0, (const struct sockaddr *)&to[i], sizeof to[i]) < 0) {
            die("send");
        }
    }
    while (answers < acceptors) {
        struct message answer;
        struct sockaddr_in from;
        socklen_t length = sizeof from;
        ssize_t got = recvfrom(fd, &answer, sizeof answer, 0, (struct sockaddr *)&from, &length);
        int known = 0;
        if (got < 0) {
            return 0;
        }
        for (int i = 0; i < answers; i++) {
            known |= seen[i].s_addr == from.sin_addr.s_addr;
        }
        if (got == sizeof answer && answer.round == one.round && !known) {
            seen[answers++] = from.sin_addr;
        }
    }
    return 1;
}

static void lead(const char *interface, int rounds, char **targets, int count, int acceptors) {
    int fd = open_socket(interface, 0);
    struct sockaddr_in to[MOST];
    double *took = calloc(rounds, sizeof *took);
    int done = 0;
    if (count > MOST || acceptors < 1 || acceptors > MOST || rounds < 100 || took == NULL) {
        fprintf(stderr, "accept: 1 to %d acceptors, 100 rounds and more\n", MOST);
        exit(2);
    }
    for (int i = 0; i < count; i++) {
        to[i] = endpoint(targets[i], PORT);
    }
    for (int i = 0; i < rounds + WARM_UP; i++) {
        double begin = now_us();
        if (run_round(fd, i, to, count, acceptors) && i >= WARM_UP) {
            took[done++] = now_us() - begin;
        }
    }
    if (done == 0) {
        fprintf(stderr, "accept: no round got all answers\n");
        exit(1);
    }
    qsort(took, done, sizeof *took, by_time);
    printf("%.0f %.0f %d\n", took[done * 90 / 100], took[done * 99 / 100], rounds - done);
    free(took);
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "serve") == 0) {
        serve(argv[2], argv[3]);
    } else if (argc == 6 && strcmp(argv[1], "multicast") == 0) {
        lead(argv[2], atoi(argv[4]), argv + 3, 1, atoi(argv[5]));
    } else if (argc >= 5 && strcmp(argv[1], "unicast") == 0) {
        lead(argv[2], atoi(argv[3]), argv + 4, argc - 4, argc - 4);
    } else {
        fprintf(stderr, "usage: accept serve|multicast|unicast ..., see examples/accept.c\n");
        return 2;
    }
    return 0;
}
