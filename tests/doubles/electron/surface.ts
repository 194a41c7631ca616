import type { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { App, CommandLine } from './app.ts'
import type { BrowserWindow } from './browser-window.ts'
import type { DownloadItem } from './download-item.ts'
import type { Emitter } from './emitter.ts'
import type { Menu, MenuItem } from './menu.ts'
import type { MessagePortMain } from './message-channel-main.ts'
import type { NativeImage } from './native-image.ts'
import type { Session } from './session.ts'
import type { UtilityProcess } from './utility-process.ts'
import type { WebContents } from './web-contents.ts'
import type { WebFrameMain } from './web-frame-main.ts'

// Compares the double with Electron's own declarations. `index.ts` and `checked.ts` apply it, so that a name, a parameter, an
// event or a result that Electron does not have fails to compile.

type AnyFunction = (...args: never) => unknown
type AnyConstructor = abstract new (...args: never) => unknown

/** Types that hold no object of Electron's. */
type Untouched =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | AbortSignal
  | Date
  | Error
  | NodeJS.ReadableStream
  | Request
  | Response
  | Uint8Array
  | URL

/** A type of Electron's in which the double's classes replace Electron's. */
export type Here<Type> = 0 extends 1 & Type
  ? Type
  : Type extends Untouched
    ? Type
    : Type extends Electron.BaseWindow
      ? BrowserWindow
      : Type extends Electron.WebContents
        ? WebContents
        : Type extends Electron.WebFrameMain
          ? WebFrameMain
          : Type extends Electron.Session
            ? Session
            : Type extends Electron.MessagePortMain
              ? MessagePortMain
              : HereOther<Type>

type HereOther<Type> = Type extends Electron.NativeImage
  ? NativeImage
  : Type extends Electron.Menu
    ? Menu
    : Type extends Electron.MenuItem
      ? MenuItem
      : Type extends Electron.DownloadItem
        ? DownloadItem
        : Type extends Electron.UtilityProcess
          ? UtilityProcess
          : Type extends Electron.App
            ? App
            : Type extends Electron.CommandLine
              ? CommandLine
              : Type extends Promise<infer Result>
                ? Promise<Here<Result>>
                : Type extends (...args: infer Args) => infer Result
                  ? (...args: HereEach<Args>) => Here<Result>
                  : { [Key in keyof Type]: Here<Type[Key]> }

type HereEach<Args extends readonly unknown[]> = { [Index in keyof Args]: Here<Args[Index]> }

/** The overloads of a function as a union of functions. */
type Overloads<Of, Seen = unknown, Found = never> = Seen & Of extends (...args: infer Args) => infer Result
  ? [Seen] extends [Of]
    ? Found
    : Overloads<Of, Seen & ((...args: Args) => Result), Found | ((...args: Args) => Result)>
  : Found

type EventPair<Overload> = Overload extends (
  name: infer Name extends string,
  listener: (...args: infer Args) => void,
) => unknown
  ? [Name, Args]
  : never

/** The events of one of Electron's emitters, with the arguments of their listeners. */
export type EventsOf<Real extends { on: AnyFunction }> = {
  [Pair in EventPair<Overloads<Real['on']>> as Pair[0]]: HereEach<Pair[1]>
}

/** Whether a function takes no more than Electron's, takes everything that Electron's takes, and returns what Electron's does. */
type FitsOverload<Mine extends AnyFunction, Theirs> = Theirs extends (...args: infer Args) => infer Result
  ? Mine extends (...args: HereEach<Args>) => unknown
    ? Required<HereEach<Args>> extends readonly [...Required<Parameters<Mine>>, ...unknown[]]
      ? [ReturnType<Mine>] extends [Here<Result>]
        ? true
        : false
      : false
    : false
  : false

type Fits<Mine, Theirs> = [Theirs] extends [AnyFunction]
  ? [Mine] extends [AnyFunction]
    ? FitsOverload<Mine, Overloads<Theirs>>
    : false
  : [Mine] extends [Here<Theirs>]
    ? true
    : [Mine, Theirs] extends [object, object]
      ? [Differences<Mine, Theirs>] extends [never]
        ? true
        : false
      : false

/** The members of a double that Electron's counterpart must have. */
type Members<Double> = Exclude<keyof Double, keyof EventEmitter | keyof typeof EventEmitter | symbol>

type WrongEvents<Double, Real> =
  Double extends Emitter<infer Events>
    ? Real extends { on: AnyFunction }
      ? WrongEventNames<Events, EventsOf<Real>>
      : 'the emitter'
    : never

type WrongEventNames<Mine, Theirs> =
  | Exclude<keyof Mine, keyof Theirs>
  | {
      [Name in keyof Mine & keyof Theirs]: [Mine[Name]] extends [Theirs[Name]] ? never : Name
    }[keyof Mine & keyof Theirs]

/** The names of the members in which a double differs from Electron's counterpart. */
export type Differences<Double, Real> =
  | Exclude<Members<Double>, keyof Real>
  | {
      [Name in Members<Double> & keyof Real]: false extends Fits<Double[Name], Real[Name]> ? Name : never
    }[Members<Double> & keyof Real]
  | WrongEvents<Double, Real>

type ConstructorDifferences<Double extends AnyConstructor, Real extends AnyConstructor> =
  Required<HereEach<ConstructorParameters<Real>>> extends readonly [
    ...Required<ConstructorParameters<Double>>,
    ...unknown[],
  ]
    ? never
    : 'the constructor'

/** The same for a class: its instances, its static members and its constructor. */
export type ClassDifferences<Double extends AnyConstructor, Real extends AnyConstructor> =
  | Differences<InstanceType<Double>, InstanceType<Real>>
  | Differences<Double, Real>
  | ConstructorDifferences<Double, Real>

/** The same for the whole module. */
export type ModuleDifferences<Double, Real> =
  | Exclude<keyof Double, keyof Real>
  | {
      [Name in keyof Double & keyof Real]: Double[Name] extends AnyConstructor
        ? Real[Name] extends AnyConstructor
          ? ClassDifferences<Double[Name], Real[Name]>
          : Name
        : Differences<Double[Name], Real[Name]>
    }[keyof Double & keyof Real]

/** Fails to compile, with the names of the differences, unless there are none. */
export type Same<Wrong extends never> = Wrong
