export const nativeImage = {
  createFromBitmap: (bitmap: Buffer, size: { width: number; height: number }) => ({ bytes: bitmap.length, ...size }),
}
