import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMails } from '../../../../renderer/features/files/preview/mail/read-mail.ts'
import { htmlText } from '../../../../shared/files/html-text.ts'
import { madeFiles } from '../../../doubles/made-files.ts'
import { makeCompound } from '../../../doubles/make-compound.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

async function mails(bytes: Uint8Array) {
  const file = await readMails(Uint8Array.from(bytes))
  return file?.mails.map(({ lines, ...mail }) => ({ ...mail, text: lines.text })) ?? null
}

const letter = [
  'Received: from mail.example.com',
  '\tby mx.example.com; Mon, 2 Mar 2026 10:00:00 +0000',
  'From: =?utf-8?Q?J=C3=B6rg?= Weber <joerg@example.com>',
  'To: Ada <ada@example.com>,',
  ' Ben <ben@example.com>',
  'Subject: The trust of',
  ' the =?iso-8859-1?Q?M=FCllers?=',
  'Date: Mon, 2 Mar 2026 10:00:00 +0100',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Dear Ada,',
  'all is well.',
  '--b',
  'Content-Type: application/pdf; name="Deed of trust.pdf"',
  'Content-Disposition: attachment; filename="Deed of trust.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0xLjcK',
  '--b--',
  '',
]

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** A mail as Outlook saves it: a stream per property, and a table of numbers and times. */
function outlookMail(): Buffer {
  const sent = Buffer.alloc(16)
  sent.writeUInt16LE(0x40, 0)
  sent.writeUInt16LE(0x39, 2)
  sent.writeBigUInt64LE((BigInt(Date.UTC(2026, 2, 2, 9)) + 11_644_473_600_000n) * 10_000n, 8)
  return makeCompound([
    { name: '__properties_version1.0', content: Buffer.concat([Buffer.alloc(32), sent]) },
    { name: '__substg1.0_0037001F', content: utf16('The trust') },
    { name: '__substg1.0_0C1A001F', content: utf16('Jörg Weber') },
    { name: '__substg1.0_5D01001F', content: utf16('joerg@example.com') },
    { name: '__substg1.0_0E04001E', content: Buffer.from('Zo\xeb', 'latin1') },
    { name: '__substg1.0_1000001F', content: utf16(`Dear Ada,\r\n${'all is well. '.repeat(400)}`) },
    {
      name: '__attach_version1.0_#00000000',
      content: [
        { name: '__substg1.0_3707001F', content: utf16('Deed of trust.pdf') },
        { name: '__substg1.0_37010102', content: Buffer.alloc(7000, 1) },
      ],
    },
  ])
}

describe('a mail is shown as text', () => {
  it.each([
    ['with line ends of mail', bytesOf(letter.join('\r\n'))],
    ['with line feeds alone', bytesOf(letter.join('\n'))],
    ['with a byte order mark', Buffer.from(`\ufeff${letter.join('\n')}`)],
    ['in UTF-16', utf16(`\ufeff${letter.join('\r\n')}`)],
  ])('%s: folded and encoded fields, its text, its attachments by name', async (_what, bytes) => {
    expect(await mails(bytes)).toEqual([
      {
        subject: 'The trust of the Müllers',
        from: 'Jörg Weber <joerg@example.com>',
        to: 'Ada <ada@example.com>, Ben <ben@example.com>',
        cc: '',
        date: '2026-03-02T09:00:00.000Z',
        isDated: true,
        isFormatted: false,
        text: expect.stringMatching(/^Dear Ada,\r?\nall is well\.$/),
        attachments: [{ name: 'Deed of trust.pdf', mediaType: 'application/pdf', size: 9 }],
      },
    ])
  })

  it('of Outlook', async () => {
    const [mail] = (await mails(outlookMail())) ?? []
    expect(mail).toMatchObject({
      subject: 'The trust',
      from: 'Jörg Weber <joerg@example.com>',
      to: 'Zoë',
      date: '2026-03-02T09:00:00.000Z',
      isDated: true,
      attachments: [{ name: 'Deed of trust.pdf', mediaType: null, size: 7000 }],
    })
    expect(mail?.text).toMatch(/^Dear Ada,\r\nall is well\. .*all is well\.$/)
  })

  it('of Outlook, in the encoding that it names', async () => {
    const page = Buffer.alloc(16)
    page.writeUInt16LE(3, 0)
    page.writeUInt16LE(0x3ffd, 2)
    page.writeUInt32LE(1251, 8)
    const mail = makeCompound([
      { name: '__properties_version1.0', content: Buffer.concat([Buffer.alloc(32), page]) },
      { name: '__substg1.0_0037001E', content: Buffer.from('cfe8f1fcece5', 'hex') },
    ])
    expect(await mails(mail)).toMatchObject([{ subject: 'Письме', date: '', from: '' }])
  })

  it('that has formatted text alone: without anything in it that runs or loads', async () => {
    const html =
      '<html><head><style>p{}</style></head><body><p>Dear&nbsp;Ada &amp; Ben,</p><script>alert(1)</script><ul><li>one<li>two</ul><img src="https://x"></body></html>'
    const mail = `From: a@example.com\nSubject: x\nDate: yesterday\nContent-Type: text/html\n\n${html}\n`
    expect(await mails(bytesOf(mail))).toMatchObject([
      { text: 'Dear Ada & Ben,\n\n• one\n• two', isFormatted: true, date: 'yesterday', isDated: false },
    ])
  })

  it('of an mbox, one after the other', async () => {
    const box = ['one', 'two'].map(
      (text) =>
        `From a@example.com Mon Mar  2 10:00:00 2026\nSubject: ${text}\nFrom: a@example.com\n\n${text}\nFrom here on\n`,
    )
    expect(await mails(bytesOf(box.join('\n')))).toMatchObject([
      { subject: 'one', text: 'one\nFrom here on' },
      { subject: 'two', text: 'two\nFrom here on' },
    ])
  })

  it('whatever it is made of, in a bounded time', async () => {
    const pieces = [bytesOf(letter.join('\n')), outlookMail(), ...madeFiles.slice(0, 40).map(({ bytes }) => bytes)]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pieces),
        fc.nat(),
        fc.integer({ min: 0, max: 255 }),
        async (bytes, at, value) => {
          const damaged = Uint8Array.from(bytes)
          damaged[at % damaged.length] = value
          const read = await readMails(damaged).catch(() => null)
          expect(read === null || read.mails.every(({ lines }) => typeof lines.text === 'string')).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})

it.each([
  ['&lt;b&gt; &#8364; &#x20ac; &unknown;', '<b> € € &unknown;'],
  ['a<br>b<!-- c -->d<p unclosed', 'a\nbd'],
  ['<script>never closed', ''],
  ['Hello Ada,<div>the deed is signed.</div><div><br></div>Ben', 'Hello Ada,\nthe deed is signed.\n\nBen'],
  ['one<p>two</p> <p>three</p>four<template>no</template>', 'one\ntwo\nthree\nfour'],
  ['<select><option>Yes</option><option>No</option></select>', 'Yes\nNo'],
])('the text of %j', (html, text) => expect(htmlText(html)).toBe(text))
