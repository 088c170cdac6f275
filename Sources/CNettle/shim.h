/* nettle's AES for Swift. */
#pragma once
#include <nettle/aes.h>
