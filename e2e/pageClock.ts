import type { BrowserContext } from '@playwright/test'

/** The pages that are opened from now on have the server's clock. Timers stay as they are: only the time of day is another. */
export const setClock = (context: BrowserContext, seconds: number): Promise<unknown> =>
  context.addInitScript(aheadMs => {
    const wall = globalThis as { wallDate?: DateConstructor }
    wall.wallDate ??= Date
    const Wall = wall.wallDate
    globalThis.Date = class extends Wall {
      constructor(...parts: readonly unknown[]) {
        if (parts.length === 0) super(Wall.now() + aheadMs)
        else super(...(parts as [number]))
      }
      static override now(): number {
        return Wall.now() + aheadMs
      }
    } as DateConstructor
  }, seconds * 1_000)
