import type { PlacedText } from '../../../shared/tables/placed-rows.ts'
import type { Matrix } from '../../../shared/tables/split.ts'
import type { PlacedScan, ScannedPage } from '../text-reader.ts'
import { imageKinds, imagesOf } from './image-file.ts'
import { neatText } from './pages.ts'
import { openPdf } from './pdf-text.ts'
import type { FileParts } from './read-text.ts'
import { isBlank, type Recognized, type RecognizedWord, type Recognizer } from './scan-engine.ts'
import { NoPicture, type Picture, pictureOfPage } from './scan-picture.ts'

type Outcome = ScannedPage extends infer Page ? (Page extends unknown ? Omit<Page, 'page'> : never) : never

/**
 * Reads pages of a file that are pictures of text, one after another.
 *
 * @throws where the file is damaged
 */
export async function readScan(
  { mediaType, bytes, limits, places = false }: FileParts,
  { pages, recognizer, onPage }: { pages: readonly number[]; recognizer: Recognizer; onPage(page: ScannedPage): void },
): Promise<void> {
  if (imageKinds.has(mediaType)) {
    const images = imagesOf(mediaType, bytes)
    for (const page of pages) {
      const image = images[page - 1]
      const isTooLarge = (image?.pixels ?? 0) > limits.pixels
      const outcome = isTooLarge ? tooLarge : read(image === undefined ? null : recognizer.recognize(image.bytes()))
      onPage({ page, ...outcome })
      await turn()
    }
    return
  }
  const { pdf, close } = await openPdf(bytes)
  const options = { recognizer, places, mostPixels: limits.pixels, fileBytes: () => pdf.getData() }
  try {
    for (const number of pages) {
      const page = await pdf.getPage(number)
      onPage({ page: number, ...(await readPage(page, options)) })
      page.cleanup()
      await turn()
    }
  } finally {
    await close()
  }
}

/** Lets the process take messages and send its own. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

type Page = Parameters<typeof pictureOfPage>[0]

async function readPage(
  page: Page,
  { recognizer, places, ...more }: { recognizer: Recognizer; places: boolean } & Parameters<typeof pictureOfPage>[1],
): Promise<Outcome> {
  try {
    const picture = await pictureOfPage(page, more)
    if (isBlank(picture)) return { is: 'blank' }
    const recognized = recognizer.recognize(picture, places ? 'table' : 'text')
    const outcome = read(recognized)
    if (!places || recognized === null || outcome.is !== 'text') return outcome
    return { ...outcome, placed: placedWords(recognized, { picture, page }) }
  } catch (problem) {
    if (problem instanceof NoPicture) return { is: 'unreadable', why: problem.why }
    throw problem
  }
}

const tooLarge = { is: 'unreadable', why: 'too-large' } as const

function read(recognized: Recognized | null): Outcome {
  if (recognized === null) return { is: 'unreadable', why: 'not-decoded' }
  const text = neatText(recognized.text)
  return /[\p{L}\p{N}]{2}/u.test(text) ? { is: 'text', text, confidence: recognized.confidence } : { is: 'no-words' }
}

/** Letters that reach below the line that they stand on, and those that are as tall as a capital one. */
const belowLine = /[gjpqyQ,;()$|@&[\]{}_-]/
const tall = /[A-Z0-9bdfhklt]/
/** The height of a capital letter, in sizes of its font. */
const capital = 0.72
/** Ruled lines and specks beside a word, and alone, are read as these. */
const ruled = /^[|_~[\]{}\\]+|[|_~[\]{}\\]+$/g
const specks = /^[.,:;·•'"`‘’“”°]*$/

const middle = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** Words as the texts of a page: each is on its line, with the size of the letters in it. Ruled lines and specks are left out. */
function placedWords(read: Recognized, { picture, page }: { picture: Picture; page: Page }): PlacedScan {
  const turn = turnOf(read, picture)
  const points = 72 / picture.dpi
  const texts = [...Map.groupBy(read.words, ({ line }) => line).values()].flatMap((words) => {
    const bottom = ({ top, height }: RecognizedWord) => top + height
    const standing = words.filter(({ text }) => !belowLine.test(text))
    const lowest = Math.max(...words.map(bottom))
    const capitals = standing.flatMap(({ text, height }) => (tall.test(text) ? [height] : []))
    const size = (middle(capitals) ?? Math.max(...words.map(({ height }) => height)) * capital) / capital
    const base = middle(standing.map(bottom)) ?? lowest - size * 0.15
    return words.flatMap((word): PlacedText[] => {
      const text = word.text.replace(ruled, '')
      if (specks.test(text)) return []
      const place = { x: word.left * points, y: (turn.height - base) * points, width: word.width * points }
      return [{ text, ...place, size: size * points, ...(word.isSure ? {} : { isUnsure: true }) }]
    })
  })
  const view = page.getViewport({ scale: 1 })
  const onPage = (x: number, y: number) => {
    const [across, down] = turn.back(x / points, turn.height - y / points)
    return view.convertToPdfPoint(across * points, down * points) as [number, number]
  }
  const [e, f] = onPage(0, 0)
  const [right, above] = [onPage(1, 0), onPage(0, 1)]
  const toPage: Matrix = [right[0] - e, right[1] - f, above[0] - e, above[1] - f, e, f]
  return { texts, toPage }
}

/** The height of a picture that was turned to be read, in pixels, and the way back from a place on it to one on the picture as it is. */
function turnOf({ orientation, radians }: Recognized, { width, height }: Picture) {
  const isAcross = orientation === 6 || orientation === 8
  const turned = isAcross ? { width: height, height: width } : { width, height }
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)]
  const back = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x - turned.width / 2, y - turned.height / 2]
    const [across, down] = [turned.width / 2 + dx * cos + dy * sin, turned.height / 2 - dx * sin + dy * cos]
    if (orientation === 6) return [down, height - across]
    if (orientation === 8) return [width - down, across]
    return orientation === 3 ? [width - across, height - down] : [across, down]
  }
  return { height: turned.height, back }
}
