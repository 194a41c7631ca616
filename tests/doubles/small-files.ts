const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** The smallest possible file of each kind that may be opened. */
export const smallFiles = {
  png: hex(
    '89504e470d0a1a0a 0000000d49484452 00000001000000010806000000 1f15c489 0000000d49444154 789c6360f8cfc0f01f0005000 1ff 56c7 2fd0 0000000049454e44ae426082'.replaceAll(
      ' ',
      '',
    ),
  ),
  gif: hex('474946383961 0100010080 0000000000ffffff 21f90401000000002c00000000010001000002024401003b'),
  jpeg: Buffer.concat([hex('ffd8ffe000104a46494600010100000100010000'), Buffer.alloc(100, 1), hex('ffd9')]),
  webp: (() => {
    const body = hex('57454250 56503820 0a000000 30010 09d012a01000100'.replaceAll(' ', '').padEnd(40, '0'))
    const length = Buffer.alloc(4)
    length.writeUInt32LE(body.byteLength)
    return Buffer.concat([Buffer.from('RIFF'), length, body])
  })(),
  pdf: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\nxref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000054 00000 n \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n104\n%%EOF\n',
  ),
} as const
