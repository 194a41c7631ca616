import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for presenter mode: its keys and its mark above every screen. */
export const presenter = (page: Page) => {
  const mark = page.getByRole('region', { name: words.frame.presenter })
  return {
    mark,
    leave: mark.getByRole('button', { name: words.frame.leave }),
    amounts: mark.getByRole('button', { name: words.frame.showAmounts }),
    places: mark.getByRole('navigation').getByRole('link'),
    place: (name: string) => mark.getByRole('navigation').getByRole('link', { name }),
    notShown: page.getByRole('heading', { level: 1, name: words.frame.notShown }),
    keys: () => page.keyboard.press('ControlOrMeta+Shift+H'),
  }
}
