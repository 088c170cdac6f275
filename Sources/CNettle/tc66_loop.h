/* What a codec of TC66C frames has to do at least, by C alone: AES-256-ECB and three CRC-16/MODBUS. It is
   the measure of `meterloop benchmark --frames`, with the same AES and the same way to a CRC, eight bytes
   at a time. It makes nothing of the fields between. */
#pragma once
#include <nettle/aes.h>
#include <stdint.h>
#include <string.h>

enum { tc66_loop_frame_bytes = 192, tc66_loop_block_bytes = 64, tc66_loop_covered_bytes = 60 };

/* What is computed once for all frames. */
struct tc66_loop {
  struct aes256_ctx encryption, decryption;
  uint16_t crc[8][256];
};

static inline void tc66_loop_prepare(struct tc66_loop *loop, const uint8_t *key) {
  aes256_set_encrypt_key(&loop->encryption, key);
  aes256_set_decrypt_key(&loop->decryption, key);
  for (int byte = 0; byte < 256; byte++) {
    uint16_t sum = (uint16_t)byte;
    for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? (uint16_t)(sum >> 1 ^ 0xA001) : sum >> 1;
    loop->crc[0][byte] = sum;
  }
  for (int table = 1; table < 8; table++)
    for (int byte = 0; byte < 256; byte++) {
      uint16_t before = loop->crc[table - 1][byte];
      loop->crc[table][byte] = before >> 8 ^ loop->crc[0][before & 0xFF];
    }
}

static inline uint16_t tc66_loop_crc(const struct tc66_loop *loop, const uint8_t *block) {
  uint16_t sum = 0xFFFF;
  const uint8_t *end = block + tc66_loop_covered_bytes;
  for (; block + 8 <= end; block += 8)
    sum = loop->crc[7][block[0] ^ (sum & 0xFF)] ^ loop->crc[6][block[1] ^ sum >> 8] ^
          loop->crc[5][block[2]] ^ loop->crc[4][block[3]] ^ loop->crc[3][block[4]] ^
          loop->crc[2][block[5]] ^ loop->crc[1][block[6]] ^ loop->crc[0][block[7]];
  for (; block < end; block++) sum = sum >> 8 ^ loop->crc[0][*block ^ (sum & 0xFF)];
  return sum;
}

/* Encrypts `rounds` frames, in turn those of `plain` (16 of 192 bytes), each with its checksums put in.
   Returns a sum over what came out. */
static inline uint64_t tc66_loop_encode(
    const struct tc66_loop *loop, const uint8_t *plain, uint64_t rounds) {
  uint64_t sum = 0;
  uint8_t frame[tc66_loop_frame_bytes];
  for (uint64_t round = 0; round < rounds; round++) {
    memcpy(frame, plain + (round & 15) * sizeof frame, sizeof frame);
    for (uint8_t *block = frame; block < frame + sizeof frame; block += tc66_loop_block_bytes) {
      uint16_t crc = tc66_loop_crc(loop, block);
      block[tc66_loop_covered_bytes] = (uint8_t)crc;
      block[tc66_loop_covered_bytes + 1] = (uint8_t)(crc >> 8);
    }
    aes256_encrypt(&loop->encryption, sizeof frame, frame, frame);
    sum += frame[3];
  }
  return sum;
}

/* Decrypts `rounds` frames, in turn those of `encrypted` (16 of 192 bytes). Returns how many blocks have
   the checksum that they say. */
static inline uint64_t tc66_loop_decode(
    const struct tc66_loop *loop, const uint8_t *encrypted, uint64_t rounds) {
  uint64_t good = 0;
  uint8_t frame[tc66_loop_frame_bytes];
  for (uint64_t round = 0; round < rounds; round++) {
    memcpy(frame, encrypted + (round & 15) * sizeof frame, sizeof frame);
    aes256_decrypt(&loop->decryption, sizeof frame, frame, frame);
    for (const uint8_t *block = frame; block < frame + sizeof frame; block += tc66_loop_block_bytes) {
      const uint8_t *end = block + tc66_loop_covered_bytes;
      good += tc66_loop_crc(loop, block) == (end[0] | end[1] << 8);
    }
  }
  return good;
}
