import type * as Electron from 'electron'
import { Emitter } from './emitter.ts'
import type { EventsOf } from './surface.ts'

export class DownloadItem extends Emitter<EventsOf<Electron.DownloadItem>> {}
