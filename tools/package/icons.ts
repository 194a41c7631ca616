// Draws resources/icons from the only source drawing, renderer/public/icon.svg. Run it again when the drawing changes.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { browserOptions } from '../lib/browser.mjs'
import { root } from './configuration.ts'
import { icnsOf, icoOf } from './icon-files.ts'

const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const icoSizes = [16, 24, 32, 48, 64, 128, 256]
const icnsSizes = [16, 32, 64, 128, 256, 512, 1024]

/** @param share - the fraction of the image's width that the drawing takes; macOS icons have a margin */
async function draw(page: Page, svg: string, size: number, share: number): Promise<Buffer> {
  const inner = Math.round(size * share)
  await page.setViewportSize({ width: size, height: size })
  const drawing = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh"><img width="${inner}" height="${inner}" src="${drawing}"></body>`,
  )
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
  return page.screenshot({ omitBackground: true })
}

const svg = await readFile(join(root, 'renderer/public/icon.svg'), 'utf8')
const folder = join(root, 'resources/icons')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch(browserOptions())
try {
  const page = await browser.newPage()
  const drawAll = async (sizes: readonly number[], share: number) => {
    const pictures = new Map<number, Buffer>()
    for (const size of sizes) pictures.set(size, await draw(page, svg, size, share))
    return pictures
  }
  const plain = await drawAll(pngSizes, 1)
  for (const [size, png] of plain) await writeFile(join(folder, `${size}x${size}.png`), png)
  const ofIco = new Map(icoSizes.map((size) => [size, plain.get(size) ?? Buffer.alloc(0)]))
  await writeFile(join(folder, 'icon.ico'), icoOf(ofIco))
  await writeFile(join(folder, 'icon.icns'), icnsOf(await drawAll(icnsSizes, 824 / 1024)))
} finally {
  await browser.close()
}
