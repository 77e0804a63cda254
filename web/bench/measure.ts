/** How a page of the bench is driven: by vehicles ten times a second, by panning and by turning on every frame. */

export interface Driven {
  readonly move: (tick: number) => void
  readonly look: (eastPx: number, rotationDeg: number) => void
  /** Pictures of the map so far. */
  readonly drawn: () => number
}

const TICK_MS = 100

const frames = async (seconds: number, each: (passedS: number) => void): Promise<void> => {
  const startedAt = performance.now()
  for (;;) {
    const now = await new Promise<number>(done => requestAnimationFrame(done))
    const passedS = (now - startedAt) / 1_000
    if (passedS >= seconds) return
    each(passedS)
  }
}

export const measure = (page: Driven) => {
  let tick = 0
  const rate = async (seconds: number, each: (passedS: number) => void): Promise<number> => {
    const timer = setInterval(() => page.move(++tick), TICK_MS)
    const before = page.drawn()
    const startedAt = performance.now()
    await frames(seconds, each)
    clearInterval(timer)
    return ((page.drawn() - before) * 1_000) / (performance.now() - startedAt)
  }
  return {
    steady: (seconds: number) => rate(seconds, () => undefined),
    pan: (seconds: number) => rate(seconds, passed => page.look(Math.sin(passed * 2) * 300, 0)),
    turn: (seconds: number) => rate(seconds, passed => page.look(0, (passed * 40) % 360)),
  }
}
