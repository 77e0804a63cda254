/** How a hand moves the map: by dragging, two fingers, wheel, double click and keys; Alt and Shift turn it. */
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import DragPan from 'ol/interaction/DragPan.js'
import DragRotate from 'ol/interaction/DragRotate.js'
import type Interaction from 'ol/interaction/Interaction.js'
import KeyboardPan from 'ol/interaction/KeyboardPan.js'
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchRotate from 'ol/interaction/PinchRotate.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import Kinetic from 'ol/Kinetic.js'

/** A map that was thrown comes to rest so. */
const DECAY = -0.005
const LEAST_SPEED = 0.05
const LOOKED_BACK_MS = 100

/** @param zoomMs how long a step of zoom takes; 0 for people who prefer reduced motion */
export const handGrips = (zoomMs: number): Interaction[] => [
  new DragRotate(),
  new DoubleClickZoom({ duration: zoomMs }),
  new DragPan({ kinetic: new Kinetic(DECAY, LEAST_SPEED, LOOKED_BACK_MS) }),
  new PinchRotate(),
  new PinchZoom({ duration: zoomMs }),
  new KeyboardPan(),
  new KeyboardZoom({ duration: zoomMs }),
  new MouseWheelZoom({ duration: zoomMs }),
]
