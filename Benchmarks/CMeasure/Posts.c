#include "CMeasure.h"
#include <curl/curl.h>
#include <stdlib.h>

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    (void)context;
    return size * count;
}

static CURL *prepare(const char *url, struct curl_slist *headers, const void *body, long length) {
    CURL *handle = curl_easy_init();
    if (!handle) return NULL;
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, length);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, drop);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    return handle;
}

// Whether a request that has ended was answered with a status of 200 to 299.
static int is_delivered(const CURLMsg *message) {
    long status = 0;
    curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
    return message->data.result == CURLE_OK && status / 100 == 2;
}

// Drives handles that are added already, each again and again. Returns the number of deliveries.
static long drive(CURLM *multi, long begun, long count) {
    long ended = 0, delivered = 0;
    while (ended < count) {
        int running, waiting;
        if (curl_multi_perform(multi, &running) != CURLM_OK) break;
        const CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &waiting)) != NULL) {
            if (message->msg != CURLMSG_DONE) continue;
            CURL *handle = message->easy_handle;
            ended++;
            delivered += is_delivered(message);
            curl_multi_remove_handle(multi, handle);
            if (begun >= count) continue;
            curl_multi_add_handle(multi, handle);
            begun++;
        }
        if (ended < count) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    return delivered;
}

long measure_post(const char *url,
                  const char *const *headers,
                  const void *body,
                  long length,
                  int concurrency,
                  long count) {
    struct curl_slist *lines = NULL;
    for (; *headers; headers++) lines = curl_slist_append(lines, *headers);
    CURLM *multi = curl_multi_init();
    CURL **handles = calloc((size_t)concurrency, sizeof *handles);
    long begun = 0, delivered = 0;
    if (multi && handles) {
        curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)concurrency);
        while (begun < concurrency && begun < count) {
            handles[begun] = prepare(url, lines, body, length);
            if (!handles[begun]) break;
            curl_multi_add_handle(multi, handles[begun++]);
        }
        if (begun > 0) delivered = drive(multi, begun, count);
        for (long index = 0; index < begun; index++) {
            curl_multi_remove_handle(multi, handles[index]);
            curl_easy_cleanup(handles[index]);
        }
    }
    free(handles);
    if (multi) curl_multi_cleanup(multi);
    curl_slist_free_all(lines);
    return delivered;
}
