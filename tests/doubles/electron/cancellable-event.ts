/** An event whose default can be prevented. */
export class CancellableEvent {
  defaultPrevented = false
  preventDefault() {
    this.defaultPrevented = true
  }
}
