/** jsdom has no IntersectionObserver; here nothing ever comes into view by scrolling. */
export function stubIntersections(): void {
  window.IntersectionObserver = class {
    readonly root = null
    readonly rootMargin = ''
    readonly scrollMargin = ''
    readonly thresholds = []
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return []
    }
  }
}
