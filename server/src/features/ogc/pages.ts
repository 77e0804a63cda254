/** The pages of OGC API - Features: landing page, conformance, collections, and its description as OpenAPI 3.0. */

import { OGC_COLLECTIONS } from '@greensward/contract'
import { COLUMNS } from '@greensward/course-io/columns'
import type { CourseFeature, FeatureKind } from '@greensward/domain'
import { boxAround, boxOfFeature } from '../../shared/course/featureBox.ts'
import { CRS84, offeredCrs } from './crs.ts'
import { GEOMETRY } from './filter/filterTest.ts'
import { DEFAULT_LIMIT, MOST_LIMIT } from './itemsQuery.ts'
import { isComputed } from './writtenFeature.ts'

export const GEOJSON = 'application/geo+json'
export const JSON_TYPE = 'application/json'
export const MERGE_PATCH = 'application/merge-patch+json'
export const SCHEMA_TYPE = 'application/schema+json'
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0'

export interface Link {
  readonly href: string
  readonly rel: string
  readonly type: string
  readonly title: string
}

export const link = (href: string, rel: string, type: string, title: string): Link => ({ href, rel, type, title })

const TITLES: Readonly<Record<FeatureKind, string>> = {
  zone: 'Zones',
  restriction: 'Restrictions: where mowers or carts may not go',
  missionArea: 'Mission areas',
  area: 'Areas',
  markedArea: 'Marked areas',
  radius: 'Radii: round places to keep out of, as their middle',
  road: 'Roads',
  hole: 'Holes, from tee to green',
  garage: 'Garages',
  wc: 'WCs',
  note: 'Notes',
}

export const landingPage = (base: string, courseName: string) => ({
  title: courseName,
  description: 'The course as its grounds are managed with Greensward.',
  links: [
    link(base, 'self', JSON_TYPE, 'This page'),
    link(`${base}/api`, 'service-desc', OPENAPI_TYPE, 'The description of this API'),
    link(`${base}/conformance`, 'conformance', JSON_TYPE, 'What of the standard is implemented'),
    link(`${base}/collections`, 'data', JSON_TYPE, 'The kinds of things on the map'),
  ],
})

const PART_4 = ['create-replace-delete', 'update', 'optimistic-locking-etags']

const conformance = (standard: string, names: readonly string[]): readonly string[] =>
  names.map(name => `http://www.opengis.net/spec/${standard}/1.0/conf/${name}`)

export const CONFORMANCE = {
  conformsTo: [
    ...conformance('ogcapi-features-1', ['core', 'oas30', 'geojson']),
    ...conformance('ogcapi-features-2', ['crs']),
    ...conformance('ogcapi-features-3', ['queryables', 'queryables-query-parameters', 'filter', 'features-filter']),
    ...conformance('cql2', [
      'cql2-text',
      'cql2-json',
      'basic-cql2',
      'advanced-comparison-operators',
      'case-insensitive-comparison',
      'arithmetic',
      'basic-spatial-functions',
      'basic-spatial-functions-plus',
      // The name in the draft, by which QGIS knows the functions.
      'basic-spatial-operators',
    ]),
    ...conformance('ogcapi-features-4', [...PART_4, 'features']),
    // Later drafts share these classes with other standards, under this name.
    ...conformance('ogcapi-common-5', PART_4),
  ],
}

const QUERYABLES = 'http://www.opengis.net/def/rel/ogc/1.0/queryables'

export const collectionPage = (base: string, kind: FeatureKind, features: readonly CourseFeature[]) => {
  const own = features.filter(feature => feature.kind === kind)
  const here = `${base}/collections/${kind}`
  return {
    id: kind,
    title: TITLES[kind],
    itemType: 'feature',
    crs: offeredCrs(features).map(({ uri }) => uri),
    storageCrs: CRS84.uri,
    ...(own.length === 0 ? {} : { extent: { spatial: { bbox: [boxAround(own.map(boxOfFeature))], crs: CRS84.uri } } }),
    links: [
      link(here, 'self', JSON_TYPE, 'This collection'),
      link(`${here}/items`, 'items', GEOJSON, TITLES[kind]),
      link(`${here}/queryables`, QUERYABLES, SCHEMA_TYPE, 'What a filter may name'),
    ],
  }
}

/** @param kinds what the caller's role may see */
export const collectionsPage = (base: string, kinds: readonly FeatureKind[], features: readonly CourseFeature[]) => ({
  links: [link(`${base}/collections`, 'self', JSON_TYPE, 'This page')],
  collections: kinds.map(kind => collectionPage(base, kind, features)),
})

const JSON_TYPES = { text: 'string', real: 'number', integer: 'integer', boolean: 'boolean', moment: 'string' } as const

const SHAPES: Readonly<Record<FeatureKind, 'point' | 'linestring' | 'polygon'>> = {
  zone: 'polygon',
  restriction: 'polygon',
  missionArea: 'polygon',
  area: 'polygon',
  markedArea: 'polygon',
  radius: 'point',
  road: 'linestring',
  hole: 'linestring',
  garage: 'point',
  wc: 'point',
  note: 'point',
}

const SHAPE_SCHEMAS = {
  point: 'https://geojson.org/schema/Point.json',
  linestring: 'https://geojson.org/schema/LineString.json',
  polygon: 'https://geojson.org/schema/Polygon.json',
} as const

/** What a filter may name, as a JSON schema. */
export const queryablesPage = (base: string, kind: FeatureKind) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${base}/collections/${kind}/queryables`,
  type: 'object',
  title: TITLES[kind],
  properties: {
    ...Object.fromEntries(
      COLUMNS[kind].map(({ name, type, title }) => [
        name,
        { title, type: JSON_TYPES[type], ...(type === 'moment' ? { format: 'date-time' } : {}) },
      ]),
    ),
    // QGIS 3.40 knows the shape by the reference alone, newer ones by its role.
    [GEOMETRY]: {
      $ref: SHAPE_SCHEMAS[SHAPES[kind]],
      title: 'Shape',
      format: `geometry-${SHAPES[kind]}`,
      'x-ogc-role': 'primary-geometry',
    },
  },
  additionalProperties: false,
})

const answers = (type: string, schema: unknown) => ({
  '200': { description: 'Done', content: { [type]: { schema } } },
  '400': { description: 'A parameter is wrong or not known' },
  '401': { description: 'A key is missing or wrong' },
  '404': { description: 'Not found' },
})

const query = (name: string, description: string, schema: unknown, extra: object = {}) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  ...extra,
})

/** Described once for all: QGIS and GDAL look for the size of a page there, and otherwise ask for 100 things at a time. */
const LIMIT = query('limit', 'Things of one page', {
  type: 'integer',
  minimum: 1,
  maximum: MOST_LIMIT,
  default: DEFAULT_LIMIT,
})

const CRS = query('crs', 'The system of the answer: one of those that the collection lists', {
  type: 'string',
  format: 'uri',
  default: CRS84.uri,
})

const ITEM_PARAMETERS = [
  CRS,
  query('bbox-crs', 'The system of bbox: one of those that the collection lists', {
    type: 'string',
    format: 'uri',
    default: CRS84.uri,
  }),
  query(
    'bbox',
    'West, south, east, north in degrees, or in the system of bbox-crs with its order of axes',
    {
      type: 'array',
      oneOf: [
        { minItems: 4, maxItems: 4 },
        { minItems: 6, maxItems: 6 },
      ],
      items: { type: 'number' },
    },
    { style: 'form', explode: false },
  ),
  query('filter', 'A condition of CQL2: only things for which it holds', { type: 'string' }),
  query('filter-lang', 'The language of the filter', {
    type: 'string',
    enum: ['cql2-text', 'cql2-json'],
    default: 'cql2-text',
  }),
  query('filter-crs', 'The system of the coordinates in the filter: one of those that the collection lists', {
    type: 'string',
    format: 'uri',
    default: CRS84.uri,
  }),
  { $ref: '#/components/parameters/limit' },
  query('offset', 'Things before this page', { type: 'integer', minimum: 0, default: 0 }),
  query('datetime', 'A moment of RFC 3339, or two with a slash between them', { type: 'string' }),
]

const FORMAT = query('f', 'JSON is all there is', { type: 'string', enum: ['json', 'geojson'] })

const featureSchema = (kind: FeatureKind) => ({
  type: 'object',
  required: ['type', 'id', 'geometry', 'properties'],
  properties: {
    type: { type: 'string', enum: ['Feature'] },
    id: { type: 'string', format: 'uuid' },
    geometry: { type: 'object', nullable: true },
    properties: {
      type: 'object',
      properties: Object.fromEntries(
        COLUMNS[kind].map(({ name, type, title }) => [
          name,
          {
            type: JSON_TYPES[type],
            title,
            nullable: true,
            ...(type === 'moment' ? { format: 'date-time' } : {}),
            ...(isComputed(kind, name) ? { readOnly: true } : {}),
          },
        ]),
      ),
    },
  },
})

/** The operations of Part 4, described as they are sent: what is computed is taken and ignored. */
const editing = (kind: FeatureKind) => {
  const refusals = {
    '403': { description: 'The key or the role of its owner may not' },
    '422': { description: 'Not acceptable' },
  }
  const body = (types: readonly string[]) => ({
    required: true,
    content: Object.fromEntries(types.map(type => [type, { schema: { type: 'object' } }])),
  })
  const operation = (id: string, summary: string, rest: object) => ({ operationId: `${id}_${kind}`, summary, ...rest })
  const stale = { '412': { description: 'It has changed since the version in If-Match' } }
  const done = { ...answers(GEOJSON, featureSchema(kind)), ...refusals, ...stale }
  const contentCrs = {
    name: 'Content-Crs',
    in: 'header',
    required: false,
    description: 'The system of the coordinates that are sent, as its URI in angle brackets; CRS84 when it is left out',
    schema: { type: 'string' },
  }
  const ifMatch = { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } }
  const { '200': created, ...others } = answers(GEOJSON, featureSchema(kind))
  return {
    items: {
      post: operation('create', `Add one of: ${TITLES[kind]}`, {
        parameters: [contentCrs],
        requestBody: body([GEOJSON, JSON_TYPE]),
        responses: { '201': created, ...others, ...refusals },
      }),
    },
    item: {
      parameters: [{ name: 'featureId', in: 'path', required: true, schema: { type: 'string' } }],
      put: operation('replace', `Replace one of: ${TITLES[kind]}`, {
        parameters: [contentCrs, ifMatch],
        requestBody: body([GEOJSON, JSON_TYPE]),
        responses: done,
      }),
      patch: operation('update', `Change parts of one of: ${TITLES[kind]}`, {
        parameters: [contentCrs, ifMatch],
        requestBody: body([MERGE_PATCH, JSON_TYPE]),
        responses: done,
      }),
      delete: operation('delete', `Remove one of: ${TITLES[kind]}`, {
        parameters: [ifMatch],
        responses: { '204': { description: 'Done' }, ...others, ...refusals, ...stale },
      }),
    },
  }
}

/**
 * @param kinds what the caller may see
 * @param edited what of it the caller may edit
 */
export const openApi30 = (
  base: string,
  courseName: string,
  kinds: readonly FeatureKind[],
  edited: readonly FeatureKind[],
) => {
  const get = (id: string, summary: string, type: string, schema: unknown, parameters: readonly unknown[] = []) => ({
    get: { operationId: id, summary, parameters: [FORMAT, ...parameters], responses: answers(type, schema) },
  })
  const anything = { type: 'object' }
  return {
    openapi: '3.0.3',
    info: { title: `${courseName}: OGC API - Features`, version: '1.0.0' },
    servers: [{ url: base }],
    components: {
      parameters: { limit: LIMIT },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ key: [] }, { basic: [] }, { bearer: [] }],
    paths: {
      '/': get('getLandingPage', 'Landing page', JSON_TYPE, anything),
      '/conformance': get('getConformanceDeclaration', 'Conformance classes', JSON_TYPE, anything),
      '/collections': get('getCollections', 'Collections', JSON_TYPE, anything),
      ...Object.fromEntries(
        kinds.flatMap(kind => [
          [`/collections/${kind}`, get(`describe_${kind}`, TITLES[kind], JSON_TYPE, anything)],
          [
            `/collections/${kind}/queryables`,
            get(`queryables_${kind}`, 'What a filter may name', SCHEMA_TYPE, anything),
          ],
          [
            `/collections/${kind}/items`,
            {
              ...(edited.includes(kind) ? editing(kind).items : {}),
              ...get(
                `get_${kind}`,
                TITLES[kind],
                GEOJSON,
                {
                  type: 'object',
                  properties: { type: { type: 'string' }, features: { type: 'array', items: featureSchema(kind) } },
                },
                [
                  ...ITEM_PARAMETERS,
                  ...COLUMNS[kind].map(({ name, type, title }) =>
                    query(name, `Only those that have this value: ${title}`, { type: JSON_TYPES[type] }),
                  ),
                ],
              ),
            },
          ],
          [
            `/collections/${kind}/items/{featureId}`,
            {
              ...(edited.includes(kind) ? editing(kind).item : {}),
              ...get(`getOne_${kind}`, `One of: ${TITLES[kind]}`, GEOJSON, featureSchema(kind), [
                CRS,
                { name: 'featureId', in: 'path', required: true, schema: { type: 'string' } },
              ]),
            },
          ],
        ]),
      ),
    },
  }
}

export const kindOf = (collectionId: string): FeatureKind | undefined =>
  OGC_COLLECTIONS.find(kind => kind === collectionId)
