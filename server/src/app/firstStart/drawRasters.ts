/** A program of its own: draws the demo's pictures into the folder named on the command line. */
import { writeDemoRasters } from '@greensward/demo'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder')
// The parent's end is ours: nobody would list what is drawn.
process.once('disconnect', () => process.exit(1))
await writeDemoRasters(folder, { onProgress: share => process.send?.(share) })
process.removeAllListeners('disconnect')
process.disconnect?.()
