/** The safety rules of all adapters; those of Automowers run in `server/src/features/automower/adapter.long.test.ts`. */
import { describeAdapters } from './testing/describeAdapters.ts'
import { openMavlinkRig } from './testing/mavlinkRig.ts'
import { openOpenMowerRig } from './testing/openMowerRig.ts'
import { openVda5050Rig } from './testing/vda5050Rig.ts'

describeAdapters([
  ['MAVLink', openMavlinkRig],
  ['OpenMower', openOpenMowerRig],
  ['VDA 5050', () => openVda5050Rig()],
  ['VDA 5050 with orders of ours', () => openVda5050Rig(90, true)],
])
