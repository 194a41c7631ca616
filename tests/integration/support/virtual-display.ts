import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A display without a screen, with a keyboard that a test types on. */
export type VirtualDisplay = {
  /** For `DISPLAY`. */
  readonly name: string
  /** Types lower-case letters from `keys` and presses Enter, with the pointer over the window in the upper left corner. */
  type(keys: string): Promise<void>
  close(): Promise<void>
}

/** Key codes of Xvfb's keyboard. */
const codes: Readonly<Record<string, number>> = { t: 28, e: 26, s: 39, '\n': 36 }

const press = 2
const release = 3
const move = 6

/** Starts Xvfb on a free display. */
export async function startVirtualDisplay(): Promise<VirtualDisplay> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(createInterface({ input: xvfb.stdio[3] as NodeJS.ReadableStream }), 'line')
  const display = await connectTo(`/tmp/.X11-unix/X${number}`)
  return {
    name: `:${number}`,
    async type(keys) {
      await display.fake(move, 0, 200, 80)
      for (const key of `${keys}\n`) {
        const code = codes[key]
        if (code === undefined) throw new Error(`no key code for ${key}`)
        await display.fake(press, code)
        await display.fake(release, code)
      }
    },
    async close() {
      display.end()
      const ended = once(xvfb, 'close')
      xvfb.kill()
      await ended
    },
  }
}

/** A client of the X protocol (version 11) that knows one request of the extension XTEST. */
async function connectTo(path: string) {
  const socket = connect(path)
  await once(socket, 'connect')
  const hello = Buffer.alloc(12)
  hello.write('l')
  hello.writeUInt16LE(11, 2)
  socket.write(hello)
  const head = await read(socket, 8)
  if (head[0] !== 1) throw new Error('The display refused the connection.')
  await read(socket, head.readUInt16LE(6) * 4)
  const name = 'XTEST'
  const query = Buffer.alloc(16)
  query.writeUInt8(98, 0)
  query.writeUInt16LE(query.length / 4, 2)
  query.writeUInt16LE(name.length, 4)
  query.write(name, 8)
  socket.write(query)
  const answer = await read(socket, 32)
  const opcode = answer.readUInt8(9)
  return {
    /** XTestFakeInput, and GetInputFocus, whose reply says that it was processed. */
    async fake(type: number, detail: number, x = 0, y = 0) {
      const request = Buffer.alloc(36 + 4)
      request.writeUInt8(opcode, 0)
      request.writeUInt8(2, 1)
      request.writeUInt16LE(9, 2)
      request.writeUInt8(type, 4)
      request.writeUInt8(detail, 5)
      request.writeInt16LE(x, 24)
      request.writeInt16LE(y, 26)
      request.writeUInt8(43, 36)
      request.writeUInt16LE(1, 38)
      socket.write(request)
      const [kind] = await read(socket, 32)
      if (kind !== 1) throw new Error(`The display answered with ${kind}.`)
    },
    end: () => socket.destroy(),
  }
}

async function read(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(length)
    if (bytes !== null) return bytes
    await once(socket, 'readable')
  }
}
