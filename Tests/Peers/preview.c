// The least that a preview can do: copies a picture of 1280x720 in YUYV thirty times a second, uploads it to a texture
// of SDL's and presents it in a window of that size. `retake-bench preview` compiles it and compares the kiosk with it.
//
//   cc -O2 preview.c -o preview $(pkg-config --cflags --libs sdl2)
//   ./preview SECONDS
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1280, HEIGHT = 720, RATE = 30, BYTES = WIDTH * HEIGHT * 2 };

static void die(const char *what) {
  fprintf(stderr, "%s: %s\n", what, SDL_GetError());
  exit(1);
}

// Eight bars, as a camera's driver would leave them in its buffer.
static void draw(unsigned char *picture) {
  for (int i = 0; i < BYTES; i += 4) {
    int bar = i / 2 % WIDTH * 8 / WIDTH;
    picture[i] = picture[i + 2] = 30 + bar * 25;
    picture[i + 1] = 40 + bar * 20;
    picture[i + 3] = 200 - bar * 20;
  }
}

int main(int count, char **arguments) {
  int seconds = count > 1 ? atoi(arguments[1]) : 10;
  unsigned char *source = malloc(BYTES), *frame = malloc(BYTES);
  if (!source || !frame) return 1;
  draw(source);
  if (SDL_Init(SDL_INIT_VIDEO)) die("SDL_Init");
  SDL_Window *window = SDL_CreateWindow("preview", 0, 0, WIDTH, HEIGHT, 0);
  if (!window) die("SDL_CreateWindow");
  SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, 0);
  if (!renderer) die("SDL_CreateRenderer");
  SDL_Texture *texture =
      SDL_CreateTexture(renderer, SDL_PIXELFORMAT_YUY2, SDL_TEXTUREACCESS_STREAMING, WIDTH, HEIGHT);
  if (!texture) die("SDL_CreateTexture");
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (int number = 0; number < seconds * RATE; number++) {
    next.tv_nsec += 1000000000 / RATE;
    if (next.tv_nsec >= 1000000000) {
      next.tv_nsec -= 1000000000;
      next.tv_sec++;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    SDL_Event event;
    while (SDL_PollEvent(&event))
      if (event.type == SDL_QUIT) return 0;
    memcpy(frame, source, BYTES);
    if (SDL_UpdateTexture(texture, NULL, frame, WIDTH * 2)) die("SDL_UpdateTexture");
    if (SDL_RenderCopy(renderer, texture, NULL, NULL)) die("SDL_RenderCopy");
    SDL_RenderPresent(renderer);
  }
  SDL_Quit();
  return 0;
}
