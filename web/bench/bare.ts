/** The page that ours is held against: the same things in OpenLayers as its own examples draw them. */
import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import View from 'ol/View.js'
import { CENTRE, paths, placeOf, vehicleCount, ZOOM, zones } from './load.ts'
import { measure } from './measure.ts'

const ground = new VectorSource({
  features: zones().flatMap(({ geometry }) =>
    geometry.type === 'Polygon'
      ? [new Feature(new Polygon(geometry.coordinates.map(ring => ring.map(point => fromLonLat([...point])))))]
      : [],
  ),
})
const lines = new VectorSource({
  features: paths().map(points => new Feature(new LineString(points.map(point => fromLonLat([...point]))))),
})
const marks = Array.from({ length: vehicleCount }, (_, index) => new Feature({ geometry: new Point([0, 0]), index }))
const view = new View({ center: fromLonLat([...CENTRE]), zoom: ZOOM })
const map = new OlMap({
  target: 'map',
  view,
  controls: [],
  layers: [
    new VectorLayer({
      source: ground,
      style: [
        new Style({ stroke: new Stroke({ color: 'rgb(16 32 26 / 45%)', width: 3.5 }) }),
        new Style({ stroke: new Stroke({ color: '#b7e36b', width: 1.5 }), fill: new Fill({ color: '#b7e36b6b' }) }),
      ],
    }),
    new VectorLayer({ source: lines, style: new Style({ stroke: new Stroke({ color: '#42bf4f', width: 2 }) }) }),
    new VectorLayer({
      source: new VectorSource({ features: marks }),
      style: feature =>
        new Style({
          image: new CircleStyle({
            radius: 13,
            fill: new Fill({ color: '#0b7390' }),
            stroke: new Stroke({ color: '#ffffff', width: 2.5 }),
          }),
          text: new Text({
            text: `Mower ${feature.get('index')}`,
            offsetY: 30,
            font: '700 12px sans-serif',
            fill: new Fill({ color: '#ffffff' }),
            stroke: new Stroke({ color: '#10201a', width: 3 }),
          }),
        }),
    }),
  ],
})
let drawn = 0
map.on('postrender', () => {
  drawn++
})
Object.assign(window, {
  bench: measure({
    move: tick =>
      marks.forEach((mark, index) => {
        mark.getGeometry()?.setCoordinates(fromLonLat([...placeOf(index, tick).at]))
      }),
    look: (eastPx, rotationDeg) => {
      const [x = 0, y = 0] = fromLonLat([...CENTRE])
      view.setCenter([x + eastPx * (view.getResolution() ?? 1), y])
      view.setRotation((rotationDeg * Math.PI) / 180)
    },
    drawn: () => drawn,
  }),
})
