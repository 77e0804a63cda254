import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ahead } from './ahead.ts'
import { signInAs } from './dev/signInAs.ts'
import { leftOut } from './leftOut.ts'
import { playerWorker } from './playerWorker.ts'
import { pushWorker } from './pushWorker.ts'
import { thirdPartyNotices } from './thirdPartyNotices.ts'

/** Where the development server hands API and live traffic to. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

const MANTINE =
  'core|utils/(?!Floating/use-context)|components/(ActionIcon|Button|CloseButton|FocusTrap|Loader|Modal|ModalBase|NativeScrollArea|Overlay|Paper|Portal|Switch|Tooltip|Transition|UnstyledButton)'
/** Packages that the frame of every page stands on. */
const FRAME = new RegExp(
  `node_modules/(react|react-dom|scheduler|react-i18next|i18next|@tanstack/[\\w-]+|zod/v4/(core|classic)|axios|socket\\.io-[\\w-]+|engine\\.io-[\\w-]+|@socket\\.io/[\\w-]+|@floating-ui/[\\w-]+|@mantine/hooks/esm/(?!use-(collapse|move|long-press|floating-window|splitter|scroller))|@mantine/core/esm/(${MANTINE}))/`,
)

/** OpenLayers without what is loaded by those who draw, and by courses with a base map. */
const GROUND =
  /node_modules\/(rbush|quickselect|ol)\/(?!interaction\/(Draw|Snap|Modify|tracing)|source\/(XYZ|TileImage|UrlTile|TileEventType|common)|geom\/(Multi|GeometryCollection)|reproj)/

/** Small things that the first page shares with many screens: one by one, each would be a request of its own. */
const ICONS = /node_modules\/@tabler\/icons-react\//
const SHARED =
  /web\/src\/(api\/(live\w*|followVehicles|ticketSocket|courseTime|patchedMap)|ui\/(EmptyState|ErrorState|ForbiddenState|ConfirmDialog|StopSteps|sentenceOf|measure|IconButton|vehicleIcons|StatusPill))\./
const ON_MAPS =
  /web\/src\/map\/(mapChoice|mapAddress|useMapMissions|courseReadings|measures|grassAge|canvas\/(project|glyphs|overlay|featureStyles)|panels\/(mowerStanding|ageText))\.|(geometry\/src\/(localFrame|polyline|polygon\/measure)|domain\/src\/courseGeometry)\.ts/
const AHEAD = /web\/src\/api\/(ahead|sessionLock|storage)\.ts$/

/** A piece that takes nothing along of what it stands on. */
const alone = (name: string, test: RegExp) => ({ name, test, includeDependenciesRecursively: false })

/** Smaller files gain nothing from being compressed. */
const LEAST_BYTES = 1_024

/** Writes each text file also as .br and .gz, pressed as far as it goes once instead of a little at every request. */
const compressed = (): Plugin => ({
  name: 'greensward:compressed',
  apply: 'build',
  // What lies on the disk is what is served, after every other plugin has had its say.
  async writeBundle({ dir = '' }, bundle) {
    await Promise.all(
      Object.keys(bundle)
        .filter(name => /\.(js|css|svg)$/.test(name))
        .map(async name => {
          const path = join(dir, name)
          const text = await readFile(path)
          if (text.length < LEAST_BYTES) return
          await writeFile(`${path}.br`, await promisify(brotliCompress)(text))
          await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
        }),
    )
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    leftOut(),
    ahead(),
    playerWorker(),
    pushWorker(),
    thirdPartyNotices(),
    compressed(),
    signInAs(api, process.env.DEV_DATA_DIR),
  ],
  server: {
    port: 5173,
    proxy: {
      '/api': { target: api, changeOrigin: false },
      '/socket.io': { target: api, ws: true, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    // Says what belongs to what: the test of the first load reads it.
    manifest: true,
    target: 'es2023',
    // Fonts and pictures stay files: `data:` addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every page begins with goes in one piece: some dozens of small ones pack a twentieth worse.
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME },
            { name: 'ground', test: GROUND },
            alone('icons', ICONS),
            alone('shared', SHARED),
            alone('onMaps', ON_MAPS),
            alone('ahead', AHEAD),
          ],
        },
      },
      treeshake: {
        // Doors that re-export much: a screen then loads what it uses of them, not all that stands behind.
        moduleSideEffects: [
          { test: /[\\/](geometry|domain|messages)[\\/]src[\\/]/, sideEffects: false },
          { test: /[\\/]web[\\/]src[\\/](ui|api)[\\/].*\.tsx?$/, sideEffects: false },
          { test: /[\\/]clipper2-ts[\\/]/, sideEffects: false },
        ],
      },
    },
  },
  worker: { format: 'es' },
})
