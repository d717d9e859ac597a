/** What libraries that were written for browsers make of decoded pictures. Does nothing where there is one. */
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
