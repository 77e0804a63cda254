/** The demo's mowers, and as many more as the simulator is asked for. */
import { createHash } from 'node:crypto'
import { type DemoMower, demoCourse } from '@greensward/demo'

const idOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** About three metres, so that the additional mowers stand beside each other. */
const ASIDE_DEG = 0.00004

/** @param count the minimum; the invented ones come first and are always complete */
export const demoFleet = (count: number): readonly DemoMower[] => {
  const { mowers } = demoCourse()
  const more = Array.from({ length: Math.max(0, count - mowers.length) }, (_, index): DemoMower => {
    const model = mowers[index % mowers.length]
    if (model === undefined) throw new Error('the demo has no mower')
    const systemId = mowers.length + index + 1
    const row = Math.floor(index / mowers.length) + 1
    const [lon, lat] = model.home
    return {
      ...model,
      id: idOf(`mower ${systemId}`),
      name: `Extra ${systemId}`,
      systemId,
      home: [lon, lat - row * ASIDE_DEG],
    }
  })
  return [...mowers, ...more]
}
