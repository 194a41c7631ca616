import { existsSync } from 'node:fs'
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
  /** Blocks, lines and words with their confidences, one in a row. */
  GetTSVText(page: number): string
  MeanTextConf(): number
  Clear(): void
}

type Core = {
  FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
  TessBaseAPI: new () => Api
}

/** A word with its place in pixels from the upper left corner of the picture, once that is upright and straight. */
export type RecognizedWord = {
  text: string
  /** Words of a line have the same text here. */
  line: string
  left: number
  top: number
  width: number
  height: number
  isSure: boolean
}

/**
 * The words of a picture. `confidence`: the part of them of which the engine is sure, in per cent. `orientation` is as in EXIF: the picture was turned by it,
 * and then by `radians` around its middle, clockwise.
 */
export type Recognized = {
  text: string
  confidence: number
  words: RecognizedWord[]
  orientation: number
  radians: number
}

/** The words of a page in one direction; `mean`: their mean confidence, 0 to 100. */
type Read = Recognized & { mean: number }

const nothingRead = { text: '', mean: 0, confidence: 0, words: [] }

/** Reads pictures of text, one after another. */
export type Recognizer = {
  /**
   * Null if the picture cannot be decoded.
   * @param layout - `table`: its ruled lines are no letters, and words far apart are of one line
   */
  recognize(picture: Picture | Uint8Array, layout?: 'text' | 'table'): Recognized | null
}

/** Only the neural network, for which the data is made. */
const neuralOnly = 1
/** The engine's modes: one block of text, or a column of text of several sizes. In the former the lines of a table hide its words. */
const segmentation = { text: '6', table: '4' } as const
/** With less mean confidence a page may be turned by a quarter or a half. */
const leastMean = 65
/** With this mean confidence a part of a page says that the page is upright. */
const surelyUpright = 80
/** The engine is sure of a word from this confidence on: see decision 15 for the part of such names that is wrong. */
const sureWord = 80
/** As in EXIF: as it is, a quarter to the right, a quarter to the left, half a turn. */
const orientations = [1, 6, 8, 3]
/** A page is straightened from this angle on, in radians: 0.3°. */
const leastAngle = 0.005

/** How often a page that waits checks whether it may go on, in ms. */
const holdCheckMs = 50
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** Returns once there is no file of this path, or the process that asked for the page has ended. */
function waitWhileHeld(hold: string | undefined): void {
  const asking = process.ppid
  while (hold !== undefined && existsSync(hold) && process.ppid === asking) Atomics.wait(sleeper, 0, 0, holdCheckMs)
}

/** Loads the engine into this process; it fetches nothing, and its files are only in memory. */
export async function openRecognizer({ code, wasm, data, hold }: ScanEngine): Promise<Recognizer> {
  const load: (options: object) => Promise<Core> = createRequire(import.meta.url)(code)
  const silent = () => {}
  const core = await load({
    ...{ wasmBinary: await readFile(wasm), print: silent, printErr: silent },
    // Called after each line of a page.
    TesseractProgress: () => waitWhileHeld(hold),
  })
  core.FS.writeFile('eng.traineddata', gunzipSync(await readFile(data)))
  const api = new core.TessBaseAPI()
  if (api.Init(null, 'eng', neuralOnly) !== 0) throw new Error('The engine does not start.')
  const readTurned = (orientation: number): Read | null => {
    waitWhileHeld(hold)
    if (api.SetImageFile(orientation, 0) === 1) return null
    api.FindLines()
    const gradient = api.GetGradient()
    const radians = Math.abs(gradient) >= leastAngle ? gradient : 0
    if (radians !== 0) api.SetImageFile(orientation, radians)
    api.Recognize(null)
    const text = api.GetUTF8Text()
    if (text.trim() === '') return { ...nothingRead, orientation, radians }
    const words = wordsIn(api.GetTSVText(0))
    const confidence = words.length === 0 ? 0 : (100 * words.filter(({ isSure }) => isSure).length) / words.length
    return { text, mean: api.MeanTextConf(), confidence, words, orientation, radians }
  }
  /** Reads a picture in one direction after another until one is probably right; the best of them. */
  const readBest = (picture: Picture | Uint8Array, directions: readonly number[], enough: number) => {
    core.FS.writeFile('/input', picture instanceof Uint8Array ? picture : portableGraymap(picture))
    let best: Read | null = null
    for (const orientation of directions) {
      const read = readTurned(orientation)
      if (read === null) return null
      if (best === null || read.mean > best.mean) best = read
      if (best.mean >= enough) break
    }
    return best
  }
  /** The directions of a picture, the most probable one first: a part of a large page is read faster than the page. */
  const directionsOf = (picture: Picture): readonly number[] => {
    const part = partWithLetters(picture)
    const first = part === null ? null : readBest(part, orientations, surelyUpright)
    if (first === null) return orientations
    return [first.orientation, ...orientations.filter((orientation) => orientation !== first.orientation)]
  }
  return {
    recognize(picture, layout = 'text') {
      const isFile = picture instanceof Uint8Array
      api.SetVariable('tessedit_pageseg_mode', segmentation[layout])
      api.SetVariable('user_defined_dpi', isFile ? '0' : String(picture.dpi))
      try {
        return readBest(picture, isFile ? orientations : directionsOf(picture), leastMean)
      } finally {
        api.Clear()
        core.FS.unlink('/input')
      }
    },
  }
}

/** Words begin with 5. The cells behind the level are the page, the block, the paragraph, the line, the word, the place, the confidence and the text. */
function wordsIn(rows: string): RecognizedWord[] {
  return rows.split('\n').flatMap((row) => {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, ...text] = row.split('\t')
    if (level !== '5') return []
    const place = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) }
    const of = [page, block, paragraph, line].join(' ')
    return [{ text: text.join(' '), line: of, ...place, isSure: Number(confidence) >= sureWord }]
  })
}

function portableGraymap({ width, height, gray }: Picture): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')
  const bytes = new Uint8Array(head.byteLength + gray.byteLength)
  bytes.set(head)
  bytes.set(gray, head.byteLength)
  return bytes
}

/** The part of a page whose direction is tried: squares of a quarter of an inch, as many in a row and in a column. */
const perInch = 4
const partCells = 12

/** The square of three inches with the most letters, which have more edges than paper, stains and ruled lines; null for a small page. */
function partWithLetters({ width, height, gray, dpi }: Picture): Picture | null {
  const cell = Math.max(1, Math.round(dpi / perInch))
  const side = cell * partCells
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)]
  if (columns < partCells || rows < partCells || width * height < side * side * 3) return null
  const edges = new Uint32Array(columns * rows)
  for (let y = 0; y < rows * cell; y += 2) {
    const [row, first] = [y * width, Math.floor(y / cell) * columns]
    for (let x = 1; x < columns * cell; x += 1)
      if (Math.abs((gray[row + x] as number) - (gray[row + x - 1] as number)) > 48) {
        const at = first + Math.floor(x / cell)
        edges[at] = (edges[at] as number) + 1
      }
  }
  let best = { edges: -1, column: 0, row: 0 }
  for (let row = 0; row + partCells <= rows; row += 2)
    for (let column = 0; column + partCells <= columns; column += 2) {
      let sum = 0
      for (let y = row; y < row + partCells; y += 1)
        for (let x = column; x < column + partCells; x += 1) sum += edges[y * columns + x] as number
      if (sum > best.edges) best = { edges: sum, column, row }
    }
  const part = new Uint8Array(side * side)
  const from = best.row * cell * width + best.column * cell
  for (let y = 0; y < side; y += 1) part.set(gray.subarray(from + y * width, from + y * width + side), y * side)
  return { width: side, height: side, gray: part, dpi }
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
