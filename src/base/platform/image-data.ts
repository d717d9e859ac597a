/** The class that libraries written for browsers expect for decoded pictures. Does nothing where it exists. */
export function provideImageData(): void {
  Object.assign(globalThis, { ImageData: globalThis.ImageData ?? Pixels })
}

class Pixels {
  constructor(
    readonly data: Uint8ClampedArray,
    readonly width: number,
    readonly height: number,
  ) {}
}
