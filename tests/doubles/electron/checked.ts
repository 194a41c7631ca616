import type * as Electron from 'electron'
import type { App, CommandLine } from './app.ts'
import type { BrowserWindow } from './browser-window.ts'
import type { DownloadItem } from './download-item.ts'
import type * as Double from './index.ts'
import type { IpcMain } from './ipc-main.ts'
import type { Menu, MenuItem } from './menu.ts'
import type { MessageChannelMain, MessagePortMain } from './message-channel-main.ts'
import type { NativeImage } from './native-image.ts'
import type { Notification } from './notification.ts'
import type { Protocol, Session, WebRequest } from './session.ts'
import type { ClassDifferences, Differences, ModuleDifferences, Same } from './surface.ts'
import type { UtilityProcess } from './utility-process.ts'
import type { WebContents } from './web-contents.ts'
import type { WebFrameMain } from './web-frame-main.ts'

/** Compiles only while the double is a part of Electron, member by member. An error names the members that differ. */
export type Checked = [
  Same<Exclude<keyof typeof Double, keyof typeof Electron>>,
  Same<ModuleDifferences<typeof Double, typeof Electron>>,
  Same<Differences<typeof Double.clipboard, Electron.Clipboard>>,
  Same<Differences<typeof Double.dialog, Electron.Dialog>>,
  Same<Differences<typeof Double.shell, Electron.Shell>>,
  Same<ClassDifferences<typeof BrowserWindow, typeof Electron.BrowserWindow>>,
  Same<ClassDifferences<typeof Notification, typeof Electron.Notification>>,
  Same<ClassDifferences<typeof MessageChannelMain, typeof Electron.MessageChannelMain>>,
  Same<Differences<App, Electron.App>>,
  Same<Differences<CommandLine, Electron.CommandLine>>,
  Same<Differences<DownloadItem, Electron.DownloadItem>>,
  Same<Differences<IpcMain, Electron.IpcMain>>,
  Same<Differences<Menu, Electron.Menu>>,
  Same<Differences<typeof Menu, typeof Electron.Menu>>,
  Same<ClassDifferences<typeof MenuItem, typeof Electron.MenuItem>>,
  Same<Differences<MessagePortMain, Electron.MessagePortMain>>,
  Same<Differences<NativeImage, Electron.NativeImage>>,
  Same<Differences<Protocol, Electron.Protocol>>,
  Same<Differences<Session, Electron.Session>>,
  Same<Differences<UtilityProcess, Electron.UtilityProcess>>,
  Same<Differences<WebContents, Electron.WebContents>>,
  Same<Differences<WebFrameMain, Electron.WebFrameMain>>,
  Same<Differences<WebRequest, Electron.WebRequest>>,
]
