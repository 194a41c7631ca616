import { EventEmitter } from 'node:events'

declare const eventsOfEmitter: unique symbol

/** Node's emitter, confined to the events in `Events`, which lists their arguments. */
export class Emitter<Events extends { [Name in keyof Events]: unknown[] }> extends EventEmitter {
  /** Exists only for the compiler: `surface.ts` compares these events with Electron's. */
  declare readonly [eventsOfEmitter]?: Events

  override on<Name extends keyof Events & string>(name: Name, listener: (...args: Events[Name]) => void): this {
    return super.on(name, listener)
  }
  override once<Name extends keyof Events & string>(name: Name, listener: (...args: Events[Name]) => void): this {
    return super.once(name, listener)
  }
  override off<Name extends keyof Events & string>(name: Name, listener: (...args: Events[Name]) => void): this {
    return super.off(name, listener)
  }
  override emit<Name extends keyof Events & string>(name: Name, ...args: Events[Name]): boolean {
    return super.emit(name, ...args)
  }
}
