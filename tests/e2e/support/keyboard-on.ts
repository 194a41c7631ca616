import type { Locator } from 'playwright'

/** Waits until the keyboard is on a control: where a dialog was opened, it has to be again once that is closed. */
export const keyboardOn = (control: Locator) => control.and(control.page().locator(':focus')).waitFor()
