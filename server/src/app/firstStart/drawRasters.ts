/** A program of its own: draws the demo's pictures into a folder, with the metres of a pixel after it on the command line. */
import { writeDemoRasters } from '@greensward/demo'

const [folder, pixelM] = process.argv.slice(2)
if (folder === undefined || pixelM === undefined) throw new Error('name the folder and the metres of a pixel')
// The parent's end is ours: nobody would list what is drawn.
process.once('disconnect', () => process.exit(1))
await writeDemoRasters(folder, {
  metresPerPixel: Number(pixelM),
  onProgress: share => process.send?.(share),
})
process.removeAllListeners('disconnect')
process.disconnect?.()
