import type * as Electron from 'electron'
import { forTests } from './for-tests.ts'

const bytesPerPixel = 4

export class NativeImage {
  readonly #size: Electron.Size
  readonly [forTests]: { from: string }
  /** @param from - describes the picture for tests */
  constructor(size: Electron.Size = { width: 0, height: 0 }, from = 'nothing') {
    this.#size = size
    this[forTests] = { from }
  }
  static createFromBitmap(buffer: Buffer, { width, height }: Electron.CreateFromBitmapOptions): NativeImage {
    if (buffer.length !== width * height * bytesPerPixel) throw new Error('invalid buffer size')
    return new NativeImage({ width, height }, 'bitmap')
  }
  isEmpty(): boolean {
    return this.#size.width === 0 || this.#size.height === 0
  }
  getSize(): Electron.Size {
    return this.#size
  }
}

export const nativeImage = { createFromBitmap: NativeImage.createFromBitmap }
