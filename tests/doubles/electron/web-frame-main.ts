import type { MessagePort } from 'node:worker_threads'
import type { PortMain } from './message-channel-main.ts'

/** A frame as the main process sees it. Messages posted to it are kept with their ports. */
export class Frame {
  readonly detached = false
  readonly parent: Frame | null
  readonly posted: { channel: string; ports: MessagePort[] }[] = []
  url: string
  origin: string
  constructor(url: string, origin: string, parent: Frame | null = null) {
    this.url = url
    this.origin = origin
    this.parent = parent
  }
  postMessage(channel: string, _message: unknown, ports: PortMain[] = []) {
    this.posted.push({ channel, ports: ports.map(({ port }) => port) })
  }
}
