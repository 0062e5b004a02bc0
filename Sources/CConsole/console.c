#include "console.h"

// The page is embedded, so that the binary works alone. `scripts/embed-console` writes this file.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char api_js[] = {
#embed "../Serving/Console/Page/api.js"
};
static const unsigned char app_js[] = {
#embed "../Serving/Console/Page/app.js"
};
static const unsigned char connection_js[] = {
#embed "../Serving/Console/Page/connection.js"
};
static const unsigned char connections_js[] = {
#embed "../Serving/Console/Page/connections.js"
};
static const unsigned char console_css[] = {
#embed "../Serving/Console/Page/console.css"
};
static const unsigned char day_js[] = {
#embed "../Serving/Console/Page/day.js"
};
static const unsigned char document_js[] = {
#embed "../Serving/Console/Page/document.js"
};
static const unsigned char dom_js[] = {
#embed "../Serving/Console/Page/dom.js"
};
static const unsigned char explain_js[] = {
#embed "../Serving/Console/Page/explain.js"
};
static const unsigned char frame_js[] = {
#embed "../Serving/Console/Page/frame.js"
};
static const unsigned char icon_svg[] = {
#embed "../Serving/Console/Page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../Serving/Console/Page/index.html"
};
static const unsigned char lock_js[] = {
#embed "../Serving/Console/Page/lock.js"
};
static const unsigned char metrics_js[] = {
#embed "../Serving/Console/Page/metrics.js"
};
static const unsigned char night_js[] = {
#embed "../Serving/Console/Page/night.js"
};
static const unsigned char pictures_charts_js[] = {
#embed "../Serving/Console/Page/pictures/charts.js"
};
static const unsigned char pictures_plot_js[] = {
#embed "../Serving/Console/Page/pictures/plot.js"
};
static const unsigned char pictures_route_js[] = {
#embed "../Serving/Console/Page/pictures/route.js"
};
static const unsigned char pictures_scale_js[] = {
#embed "../Serving/Console/Page/pictures/scale.js"
};
static const unsigned char pictures_walk_js[] = {
#embed "../Serving/Console/Page/pictures/walk.js"
};
static const unsigned char refusals_js[] = {
#embed "../Serving/Console/Page/refusals.js"
};
static const unsigned char router_js[] = {
#embed "../Serving/Console/Page/router.js"
};
static const unsigned char samples_js[] = {
#embed "../Serving/Console/Page/samples.js"
};
static const unsigned char side_js[] = {
#embed "../Serving/Console/Page/side.js"
};
static const unsigned char states_js[] = {
#embed "../Serving/Console/Page/states.js"
};
static const unsigned char week_js[] = {
#embed "../Serving/Console/Page/week.js"
};
static const unsigned char words_js[] = {
#embed "../Serving/Console/Page/words.js"
};
static const unsigned char worker_js[] = {
#embed "../Serving/Console/Page/worker.js"
};
static const unsigned char workouts_js[] = {
#embed "../Serving/Console/Page/workouts.js"
};

static const struct console_file files[] = {
    {"api.js", api_js, sizeof api_js},
    {"app.js", app_js, sizeof app_js},
    {"connection.js", connection_js, sizeof connection_js},
    {"connections.js", connections_js, sizeof connections_js},
    {"console.css", console_css, sizeof console_css},
    {"day.js", day_js, sizeof day_js},
    {"document.js", document_js, sizeof document_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"explain.js", explain_js, sizeof explain_js},
    {"frame.js", frame_js, sizeof frame_js},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"index.html", index_html, sizeof index_html},
    {"lock.js", lock_js, sizeof lock_js},
    {"metrics.js", metrics_js, sizeof metrics_js},
    {"night.js", night_js, sizeof night_js},
    {"pictures/charts.js", pictures_charts_js, sizeof pictures_charts_js},
    {"pictures/plot.js", pictures_plot_js, sizeof pictures_plot_js},
    {"pictures/route.js", pictures_route_js, sizeof pictures_route_js},
    {"pictures/scale.js", pictures_scale_js, sizeof pictures_scale_js},
    {"pictures/walk.js", pictures_walk_js, sizeof pictures_walk_js},
    {"refusals.js", refusals_js, sizeof refusals_js},
    {"router.js", router_js, sizeof router_js},
    {"samples.js", samples_js, sizeof samples_js},
    {"side.js", side_js, sizeof side_js},
    {"states.js", states_js, sizeof states_js},
    {"week.js", week_js, sizeof week_js},
    {"words.js", words_js, sizeof words_js},
    {"worker.js", worker_js, sizeof worker_js},
    {"workouts.js", workouts_js, sizeof workouts_js},
};

const struct console_file *const console_files = files;
const size_t console_file_count = sizeof files / sizeof *files;
