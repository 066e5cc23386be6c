/*
 * A file by NORM (RFC 5740), for shufflecast-2-2.sh.
 *
 *   norm send FILE GROUP INTERFACE MEGABITS RECEIVER...   sends, and waits until all receivers have it
 *   norm receive FILE GROUP INTERFACE RECEIVER            receives one file
 *
 * RECEIVER is a number from 2 on. Exit codes: 0 done, 1 some receivers do not have the file, 2 wrong usage.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>

#include <normApi.h>

enum { PORT = 6003, SENDER = 1, SEGMENT = 8000, BLOCK = 64, PARITY = 8 };

static const unsigned BUFFER = 16u << 20;
static const unsigned SOCKET_BUFFER = 4u << 20;
static const double INITIAL_GRTT = 0.05; /* s */
static const int LINGER = 10;            /* s in which a receiver acknowledges again */
static const int PATIENCE = 120;         /* s */

static NormSessionHandle session_of(
    NormInstanceHandle instance, const char *group, const char *interface, NormNodeId node) {
    NormSessionHandle session = NormCreateSession(instance, group, PORT, node);
    if (session == NORM_SESSION_INVALID || !NormSetMulticastInterface(session, interface)) {
        fprintf(stderr, "norm: no session of %s at %s\n", group, interface);
        exit(2);
    }
    NormSetTTL(session, 1);
    return session;
}

/* The next event within some time; false when none came. */
static bool next(NormInstanceHandle instance, int within, NormEvent *event) {
    int fd = NormGetDescriptor(instance);
    struct timeval left = {within, 0};
    fd_set ready;
    FD_ZERO(&ready);
    FD_SET(fd, &ready);
    return select(fd + 1, &ready, NULL, NULL, &left) > 0 && NormGetNextEvent(instance, event, true);
}

static int send_file(NormInstanceHandle instance, int argc, char **argv) {
    NormSessionHandle session = session_of(instance, argv[3], argv[4], SENDER);
    double rate = atof(argv[5]) * 1e6;
    NormEvent event;
    time_t end = time(NULL) + PATIENCE;
    NormSetGrttEstimate(session, INITIAL_GRTT);
    NormSetTxRate(session, rate);
    for (int i = 6; i < argc; i++) {
        NormAddAckingNode(session, atoi(argv[i]));
    }
    if (!NormStartSender(session, 1, BUFFER, SEGMENT, BLOCK, PARITY)) {
        fprintf(stderr, "norm: the sender does not start\n");
        return 1;
    }
    NormSetTxSocketBuffer(session, SOCKET_BUFFER);
    NormObjectHandle file = NormFileEnqueue(session, argv[2], "file", 4);
    if (file == NORM_OBJECT_INVALID || !NormSetWatermark(session, file, true)) {
        fprintf(stderr, "norm: %s cannot be sent\n", argv[2]);
        return 2;
    }
    while (time(NULL) < end) {
        if (next(instance, 1, &event) && event.type == NORM_TX_WATERMARK_COMPLETED) {
            if (NormGetAckingStatus(session, NORM_NODE_ANY) == NORM_ACK_SUCCESS) {
                return 0;
            }
            NormResetWatermark(session);
        }
    }
    fprintf(stderr, "norm: some receivers have not acknowledged the file within %d s\n", PATIENCE);
    return 1;
}

static int receive_file(NormInstanceHandle instance, char **argv) {
    NormSessionHandle session = session_of(instance, argv[3], argv[4], atoi(argv[5]));
    NormEvent event;
    time_t end = time(NULL) + PATIENCE;
    bool done = false;
    NormSetCacheDirectory(instance, "/tmp");
    NormSetDefaultUnicastNack(session, true);
    if (!NormStartReceiver(session, BUFFER)) {
        fprintf(stderr, "norm: the receiver does not start\n");
        return 1;
    }
    NormSetRxSocketBuffer(session, SOCKET_BUFFER);
    puts("ready");
    fflush(stdout);
    while (time(NULL) < end) {
        if (next(instance, 1, &event) && event.type == NORM_RX_OBJECT_COMPLETED && !done) {
            done = NormFileRename(event.object, argv[2]);
            end = time(NULL) + LINGER;
        }
    }
    return done ? 0 : 1;
}

int main(int argc, char **argv) {
    bool sends = argc >= 7 && strcmp(argv[1], "send") == 0;
    if (!sends && !(argc == 6 && strcmp(argv[1], "receive") == 0)) {
        fprintf(stderr, "usage: norm send|receive ..., see examples/norm.cc\n");
        return 2;
    }
    NormInstanceHandle instance = NormCreateInstance(false);
    if (instance == NORM_INSTANCE_INVALID) {
        fprintf(stderr, "norm: no instance\n");
        return 1;
    }
    int status = sends ? send_file(instance, argc, argv) : receive_file(instance, argv);
    NormDestroyInstance(instance);
    return status;
}
