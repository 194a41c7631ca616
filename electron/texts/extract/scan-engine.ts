import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { ScanEngine } from '../text-reader.ts'
import type { Picture } from './scan-picture.ts'

/** The part of Tesseract's interface that is used; see tesseract.js-core. */
type Api = {
  Init(folder: null, language: string, mode: number): number
  SetVariable(name: string, value: string): boolean
  /** Reads `/input`. `orientation` as in EXIF; `radians` turns it. Returns 1 for a picture that it cannot decode. */
  SetImageFile(orientation: number, radians: number): number
  FindLines(): number
  GetGradient(): number
  Recognize(monitor: null): number
  GetUTF8Text(): string
  MeanTextConf(): number
  Clear(): void
}

type Core = {
  FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
  TessBaseAPI: new () => Api
}

/** The words of a picture. `confidence` is 0 to 100, as the engine estimates it. */
export type Recognized = { text: string; confidence: number }

/** Reads pictures of text, one after another. */
export type Recognizer = {
  /** Null if the picture cannot be decoded. */
  recognize(picture: Picture | Uint8Array): Recognized | null
}

/** Only the neural network, for which the data is made. */
const neuralOnly = 1
/** With less confidence a page may be turned by a quarter or a half. */
const leastConfidence = 65
/** As in EXIF: as it is, a quarter to the right, a quarter to the left, half a turn. */
const orientations = [1, 6, 8, 3]
/** A page is straightened from this angle on, in radians: 0.3°. */
const leastAngle = 0.005

/** Loads the engine into this process; it fetches nothing, and its files are only in memory. */
export async function openRecognizer({ code, wasm, data }: ScanEngine): Promise<Recognizer> {
  const load: (options: object) => Promise<Core> = createRequire(import.meta.url)(code)
  const silent = () => {}
  const core = await load({
    ...{ wasmBinary: await readFile(wasm), print: silent, printErr: silent, TesseractProgress: silent },
  })
  core.FS.writeFile('eng.traineddata', gunzipSync(await readFile(data)))
  const api = new core.TessBaseAPI()
  if (api.Init(null, 'eng', neuralOnly) !== 0) throw new Error('The engine does not start.')
  const readTurned = (orientation: number): Recognized | null => {
    if (api.SetImageFile(orientation, 0) === 1) return null
    api.FindLines()
    const radians = api.GetGradient()
    if (Math.abs(radians) >= leastAngle) api.SetImageFile(orientation, radians)
    api.Recognize(null)
    const text = api.GetUTF8Text()
    return { text, confidence: text.trim() === '' ? 0 : api.MeanTextConf() }
  }
  return {
    recognize(picture) {
      const isFile = picture instanceof Uint8Array
      core.FS.writeFile('/input', isFile ? picture : portableGraymap(picture))
      api.SetVariable('user_defined_dpi', isFile ? '0' : String(picture.dpi))
      try {
        let best: Recognized | null = null
        for (const orientation of orientations) {
          const read = readTurned(orientation)
          if (read === null) return null
          if (best === null || read.confidence > best.confidence) best = read
          if (best.confidence >= leastConfidence) break
        }
        return best
      } finally {
        api.Clear()
        core.FS.unlink('/input')
      }
    },
  }
}

function portableGraymap({ width, height, gray }: Picture): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')
  const bytes = new Uint8Array(head.byteLength + gray.byteLength)
  bytes.set(head)
  bytes.set(gray, head.byteLength)
  return bytes
}

/** Whether a picture has nothing on it but paper and specks. */
export function isBlank({ gray }: Picture): boolean {
  let sum = 0
  for (let at = 0; at < gray.length; at += 7) sum += gray[at] as number
  const paper = sum / Math.ceil(gray.length / 7)
  let dark = 0
  for (let at = 0; at < gray.length; at += 1) if ((gray[at] as number) < paper - 48) dark += 1
  return dark < gray.length * darkOfBlank
}

/** The part of a blank page that may be dark: about three letters of a page of two thousand. */
const darkOfBlank = 0.000_05
