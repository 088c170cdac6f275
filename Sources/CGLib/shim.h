/* GLib's main loop for Swift. */
#pragma once
#include <glib.h>
#include <glib-unix.h>
