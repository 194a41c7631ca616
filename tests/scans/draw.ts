import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { chromium } from 'playwright'
import { browserOptions } from '../../tools/lib/browser.mjs'
import { type Gray, type PageName, pageNames, scanFolder, statementName, writeBits } from './pages.ts'

/** Letter paper at 96 dpi, as CSS has it; drawn at 300 dpi. */
const paper = { width: 816, height: 1056 }

const styles: Record<PageName, string> = {
  trust: 'font: 15px/1.5 serif; text-align: justify',
  will: 'font: 15px/1.7 monospace',
  letter: 'font: 14px/1.5 sans-serif',
}

const texts: Record<PageName, readonly string[]> = {
  trust: [
    'IRREVOCABLE TRUST AGREEMENT',
    'THIS TRUST AGREEMENT is made the 14th day of March, 1997, between ELEANOR M. HARGREAVE, of Camden, Maine, hereinafter called the "Grantor", and PENOBSCOT SAVINGS & TRUST COMPANY, a Maine corporation, hereinafter called the "Trustee".',
    'ARTICLE I. Name and Property',
    '1.1 This trust shall be known as the Hargreave Family Irrevocable Trust. The Grantor transfers to the Trustee, without consideration, the property listed in Schedule A, and the Trustee accepts it and agrees to hold it upon the terms set out below.',
    '1.2 The Grantor, or any other person, may add property to the trust with the consent of the Trustee. A transfer made by will shall be administered from the day on which the executor delivers it.',
    'ARTICLE II. Distributions of Income and Principal',
    '2.1 During the lifetime of the Grantor’s husband, Walter J. Hargreave, the Trustee shall pay to him, in quarterly or more frequent installments, all of the net income of the trust, and as much of the principal as the Trustee considers necessary for his health, education, maintenance and support.',
    '2.2 Upon his death the Trustee shall divide what remains into equal shares, one for each child of the Grantor who is then living, and one, by right of representation, for the issue of each child who has died.',
    'ARTICLE III. Successor Trustees',
    '3.1 If the Trustee resigns or ceases to act, Margaret A. Lindqvist, of 48 Chestnut Street, Rockport, shall serve in its place without bond. If she fails to qualify, a majority of the adult beneficiaries shall appoint a bank with a capital of at least $25,000,000.',
    '3.2 No successor is answerable for the acts or omissions of a predecessor, nor obliged to examine its accounts.',
    'ARTICLE IV. Governing Law',
    'This agreement is governed by the laws of the State of Maine. It cannot be revoked, amended or altered by the Grantor.',
  ],
  will: [
    'LAST WILL AND TESTAMENT OF JOSEPH P. ABERNATHY',
    'I, Joseph P. Abernathy, residing at 1207 Willow Lane in the County of Fairfield, State of Ohio, being of sound mind, declare this to be my last will and revoke all earlier wills and codicils.',
    'FIRST. I direct my executor to pay my just debts, the expenses of my last illness and of my funeral as soon as practicable after my death.',
    'SECOND. I give my watch, my books and all household goods to my daughter, Catherine Abernathy Doyle, if she survives me by thirty days.',
    'THIRD. I give the sum of $40,000 to Saint Bartholomew Church of Lancaster, Ohio, to be used for its library.',
    'FOURTH. All the rest of my estate, real and personal, I give to the trustee then acting under the Abernathy Revocable Trust dated June 2, 1989.',
    'FIFTH. I appoint my brother, Thomas R. Abernathy, as executor. Should he be unable or unwilling to serve, I appoint First Fidelity Bank.',
    'In witness whereof I have signed this will on November 21, 1991.',
  ],
  letter: [
    'Birchwood Advisory Partners LLC · 310 Congress Avenue, Suite 1450 · Austin, Texas 78701',
    'September 9, 2004',
    'Dear Mr. and Mrs. Okonkwo,',
    'Thank you for meeting with us last Tuesday. This letter summarizes what we discussed and what each of us agreed to do before the end of the year.',
    'Your current documents name Samuel as trustee of the life insurance trust. Since he moved abroad in 2002, you would like Adaeze to take his place. Mr. Feldman will draft the resignation and the acceptance, and will send both to you for signature.',
    'Premiums: the annual premium of $18,650.00 is due on October 15. Please make the gift to the trust at least thirty-five days before that date, so that the notices of withdrawal can be mailed and the period for withdrawal can expire.',
    'Beneficiaries: the policy of 1996 still shows your estate as contingent beneficiary. We recommend that the trust be named instead, and enclose form B-207 of the insurer.',
    'Account 4471-90823-6 was retitled on August 30. The brokerage account ending in 5518 is still in your individual name and should be transferred to the revocable trust.',
    'We will call you in the first week of October. Until then, please do not hesitate to write or to telephone.',
    'Sincerely,',
    'Rosalind K. Whitcombe, Senior Planner',
  ],
}

/** A custodian's statement with ruled lines; the end of CLASS I is read as another letter. */
const holdings: readonly (readonly string[])[] = [
  ['Symbol', 'Description', 'Quantity', 'Price', 'Market Value'],
  ['LARX', 'LARCH TOTAL MARKET INDEX', '1,204.500', '$101.22', '$121,919.49'],
  ['NGH', 'NORTHGATE HOLDINGS INC', '310', '$188.04', '$58,292.40'],
  ['OAKB', 'OAK BOND FUND CLASS I', '900.125', '$10.01', '$9,010.25'],
  ['', 'Cash & Cash Investments', '', '', '$4,783.86'],
  ['', 'Account Total', '', '', '$194,006.00'],
]

function statementHtml(): string {
  const cell = (text: string, at: number) =>
    `<td style="border: 1px solid #666; padding: 5px 8px; ${at > 1 ? 'text-align: right' : ''}">${text.replace('&', '&amp;')}</td>`
  const rows = holdings.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')
  const lines = ['Rampart Clearing Corp.', 'Account Number: 7QX-004412', 'Positions as of October 30, 2026']
  const head = lines.map((line) => `<p>${line}</p>`).join('')
  return `<body style="margin: 80px 70px; font: 14px sans-serif">${head}<table style="width: 100%; margin-top: 20px; border-collapse: collapse">${rows}</table></body>`
}

/** Draws the pages again with Chromium, and writes them with their words. */
export async function drawPages(): Promise<void> {
  const browser = await chromium.launch(browserOptions({ headless: true }))
  try {
    const page = await browser.newPage({ viewport: paper, deviceScaleFactor: 300 / 96 })
    await page.setContent(statementHtml())
    const statement = decode(await page.screenshot())
    const bits = { ...statement, pixels: statement.pixels.map((value) => (value < 150 ? 0 : 255)) }
    await writeFile(join(scanFolder, `${statementName}.png`), writeBits(bits))
    for (const name of pageNames) {
      const body = texts[name].map((text) => `<p>${text.replaceAll('&', '&amp;')}</p>`).join('')
      await page.setContent(`<body style="margin: 90px 96px; ${styles[name]}">${body}</body>`)
      const decoded = decode(await page.screenshot())
      const sharp = { ...decoded, pixels: decoded.pixels.map((value) => (value < 150 ? 0 : 255)) }
      await writeFile(join(scanFolder, `${name}.png`), writeBits(sharp))
      await writeFile(join(scanFolder, `${name}.txt`), `${texts[name].join('\n')}\n`)
    }
  } finally {
    await browser.close()
  }
}

/** Decodes a PNG of three bytes a pixel, as Chromium writes a page without transparency. */
function decode(png: Buffer): Gray {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  if (png[25] !== 2) throw new Error('Chromium wrote another kind of PNG.')
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const rows = inflateSync(Buffer.concat(parts))
  const rowBytes = width * 3
  const pixels = new Uint8Array(width * height)
  let before = new Uint8Array(rowBytes)
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (rowBytes + 1)]
    const row = new Uint8Array(rowBytes)
    for (let x = 0; x < rowBytes; x += 1) {
      const [left, up, corner] = [row[x - 3] ?? 0, before[x] ?? 0, before[x - 3] ?? 0]
      const guess = left + up - corner
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner
      const added = [0, left, up, (left + up) >> 1, paeth][filter ?? 0] ?? 0
      row[x] = (rows[y * (rowBytes + 1) + 1 + x] ?? 0) + added
    }
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = row[x * 3 + 1] ?? 255
    before = row
  }
  return { width, height, pixels }
}
