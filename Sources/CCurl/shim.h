#pragma once
// The checks of types need options that are known when this is compiled.
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

// `curl_easy_setopt` and its like are variadic, which Swift does not import.
static inline CURLcode fork_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode fork_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLMcode fork_curl_set_shared_number(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

typedef size_t (*fork_curl_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*fork_curl_open)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*fork_curl_ready)(void *context, char *peer, char *own, int peer_port, int own_port);

/// Sets the functions that libcurl calls, all with the same context.
static inline void fork_curl_set_callbacks(CURL *handle,
                                           fork_curl_bytes header,
                                           fork_curl_bytes body,
                                           fork_curl_open open,
                                           fork_curl_ready ready,
                                           void *context) {
    curl_easy_setopt(handle, CURLOPT_PRIVATE, context);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, ready);
    curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
}

/// Sets the function that takes the body of an answer, with its context.
static inline void fork_curl_set_body(CURL *handle, fork_curl_bytes body, void *context) {
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

/// The status of the last answer.
static inline long fork_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// The `errno` of the last connection that failed; 0 if there is none.
static inline long fork_curl_system_error(CURL *handle) {
    long error = 0;
    curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &error);
    return error;
}

/// Whether libcurl was built for a system that has its authorities in a file, perhaps besides a folder.
static inline int fork_curl_knows_authorities_file(void) { return curl_version_info(CURLVERSION_NOW)->cainfo != NULL; }

/// The context of the callbacks of a handle.
static inline void *fork_curl_context(CURL *handle) {
    char *context = NULL;
    curl_easy_getinfo(handle, CURLINFO_PRIVATE, &context);
    return context;
}

static inline CURLcode fork_curl_ended(const CURLMsg *message) { return message->data.result; }
