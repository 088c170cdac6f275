/* nettle's AES and SHA-2 for Swift. */
#pragma once
#include <nettle/aes.h>
#include <nettle/sha2.h>
