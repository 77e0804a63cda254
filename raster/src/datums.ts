/**
 * Older datums and how they relate to WGS 84: parameters of the EPSG register, without correction grids. Modern ones
 * (ETRS89, NAD83, GDA and the like) agree with WGS 84 within a metre or two and are taken as it.
 */

/** West, south, east, north in degrees. */
type Area = readonly [west: number, south: number, east: number, north: number]

export interface DatumShift {
  /** Three or seven parameters of the position vector transformation, as PROJ's towgs84 takes them. */
  readonly towgs84: string
  /** Accuracy of the transformation, by EPSG. */
  readonly accuracyM: number
}

interface RegionalShift extends DatumShift {
  /** The shift of a part of the country, where that part has a better one of its own. */
  readonly area?: Area
}

export interface Datum {
  /** As people call it. */
  readonly name: string
  /** EPSG codes of the geographic systems on it. */
  readonly geographic: readonly number[]
  /** EPSG codes of the projected systems on it, from and to. */
  readonly projected: readonly (readonly [from: number, to: number])[]
  /** Names that .prj files give it, in lower case, without `D_` and without anything but letters and digits. */
  readonly wktNames: readonly string[]
  /** Regional shifts first; the last one is for everywhere else. */
  readonly shifts: readonly RegionalShift[]
}

const DATUMS: readonly Datum[] = [
  {
    name: 'OSGB36',
    geographic: [4277],
    projected: [[27700, 27700]],
    wktNames: ['osgb1936', 'osgb36', 'ordnancesurveyofgreatbritain1936'],
    shifts: [{ towgs84: '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489', accuracyM: 5 }],
  },
  // These nine have an ellipsoid of today, and are not where WGS 84 is.
  {
    name: 'GGRS87',
    geographic: [4121],
    projected: [[2100, 2100]],
    wktNames: ['ggrs1987', 'ggrs87', 'greekgeodeticreferencesystem1987'],
    shifts: [{ towgs84: '-199.87,74.79,246.62', accuracyM: 1 }],
  },
  {
    name: 'VN-2000',
    geographic: [4756],
    projected: [
      [3405, 3406],
      [5896, 5899],
      [9205, 9218],
    ],
    wktNames: ['vietnam2000', 'vn2000'],
    shifts: [
      {
        towgs84: '-191.90441429,-39.30318279,-111.45032835,0.00928836,-0.01975479,0.00427372,0.252906278',
        accuracyM: 1,
      },
    ],
  },
  {
    name: 'Israel 1993',
    geographic: [4141],
    projected: [[2039, 2039]],
    wktNames: ['israel', 'israel1993'],
    shifts: [{ towgs84: '23.772,17.49,17.859,-0.3132,-1.85274,1.67299,-5.4262', accuracyM: 1 }],
  },
  {
    // As the register has it to IGD05, which is WGS 84 in all but its name.
    name: 'IG05',
    geographic: [6983],
    projected: [[6984, 6984]],
    wktNames: ['ig05intermediatedatum'],
    shifts: [{ towgs84: '23.8085,17.5937,17.801,-0.3306,-1.85706,1.64828,-5.4374', accuracyM: 1 }],
  },
  {
    name: 'IG05/12',
    geographic: [6990],
    projected: [[6991, 6991]],
    wktNames: ['ig0512intermediatedatum'],
    shifts: [{ towgs84: '23.772,17.49,17.859,-0.3132,-1.85274,1.67299,-5.4262', accuracyM: 1 }],
  },
  {
    name: 'Kuwait Utility',
    geographic: [4319],
    projected: [[31901, 31901]],
    wktNames: ['kuwaitutility'],
    shifts: [{ towgs84: '226.702,-193.337,-35.371,-2.229,-4.391,9.238,0.9798', accuracyM: 1 }],
  },
  {
    name: 'Kuwait NGN',
    geographic: [4318],
    projected: [[31838, 31839]],
    wktNames: ['ngn', 'nationalgeodeticnetwork'],
    shifts: [{ towgs84: '-3.2,-5.7,2.8', accuracyM: 1 }],
  },
  {
    name: 'CGRS93',
    geographic: [6311],
    projected: [[6312, 6312]],
    wktNames: ['cyprusgeodeticreferencesystem1993', 'cgrs1993'],
    shifts: [{ towgs84: '8.846,-4.394,-1.122,-0.00237,-0.146528,0.130428,0.783926', accuracyM: 1 }],
  },
  {
    name: 'ST87 Ouvea',
    geographic: [4750],
    projected: [[3164, 3164]],
    wktNames: ['st87ouvea'],
    shifts: [{ towgs84: '-56.263,16.136,-22.856', accuracyM: 1 }],
  },
  {
    name: 'DHDN',
    geographic: [4314],
    projected: [
      [3068, 3068],
      [5676, 5680],
      [31461, 31469],
    ],
    wktNames: ['deutscheshauptdreiecksnetz', 'dhdn'],
    shifts: [{ towgs84: '598.1,73.7,418.2,0.202,0.045,-2.455,6.7', accuracyM: 3 }],
  },
  {
    name: 'MGI',
    geographic: [4312],
    projected: [[31251, 31297]],
    wktNames: ['mgi', 'militargeographischeinstitut', 'militargeographischesinstitut'],
    shifts: [
      {
        area: [13.56, 46.64, 16.17, 47.84],
        towgs84: '601.705,84.263,485.227,4.7354,1.3145,5.393,-2.3887',
        accuracyM: 1,
      },
      { towgs84: '577.326,90.129,463.919,5.137,1.474,5.297,2.4232', accuracyM: 2 },
    ],
  },
  {
    name: 'Amersfoort',
    geographic: [4289],
    projected: [[28991, 28992]],
    wktNames: ['amersfoort'],
    shifts: [{ towgs84: '565.4171,50.3319,465.5524,-0.398957,0.343988,-1.87740,4.0725', accuracyM: 1 }],
  },
  {
    name: 'Belge 1972',
    geographic: [4313],
    projected: [
      [31300, 31300],
      [31370, 31370],
    ],
    wktNames: ['belge1972', 'reseaunationalbelge1972'],
    shifts: [{ towgs84: '-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747', accuracyM: 1 }],
  },
  {
    name: 'CH1903',
    geographic: [4149],
    projected: [[21780, 21782]],
    wktNames: ['ch1903'],
    shifts: [{ towgs84: '674.374,15.056,405.346', accuracyM: 2 }],
  },
  {
    name: 'CH1903+',
    geographic: [4150],
    projected: [[2056, 2056]],
    wktNames: ['ch1903plus', 'ch190395'],
    shifts: [{ towgs84: '674.374,15.056,405.346', accuracyM: 1 }],
  },
  {
    name: 'NTF',
    geographic: [4275, 4807],
    projected: [
      [27561, 27564],
      [27571, 27574],
      [27581, 27584],
    ],
    wktNames: ['ntf', 'ntfparis', 'nouvelletriangulationfrancaise', 'nouvelletriangulationfrancaiseparis'],
    shifts: [{ towgs84: '-168,-60,320', accuracyM: 2 }],
  },
  {
    name: 'ED50',
    geographic: [4230],
    projected: [[23028, 23038]],
    wktNames: ['european1950', 'europeandatum1950', 'ed50'],
    shifts: [
      { area: [1, 38.5, 4.5, 40.2], towgs84: '-181.5,-90.3,-187.2,0.144,0.492,-0.394,17.57', accuracyM: 2 },
      { area: [-9.4, 41.5, -4.5, 43.9], towgs84: '-178.4,-83.2,-221.3,0.54,-0.532,-0.126,21.2', accuracyM: 2 },
      { area: [-9.6, 36.9, -7.4, 41.5], towgs84: '-74.292,-135.889,-104.967,-0.524,-0.136,0.61,-3.761', accuracyM: 1 },
      { area: [-7.6, 35.9, 3.4, 42.5], towgs84: '-131,-100.3,-163.4,-1.244,-0.02,-1.144,9.39', accuracyM: 2 },
      { area: [-4.5, 42.5, -1.8, 43.6], towgs84: '-131,-100.3,-163.4,-1.244,-0.02,-1.144,9.39', accuracyM: 2 },
      { area: [8, 54.5, 15.3, 57.8], towgs84: '-81.1,-89.4,-115.8,0.485,0.024,0.413,-0.54', accuracyM: 1 },
      { towgs84: '-87,-98,-121', accuracyM: 10 },
    ],
  },
  {
    name: 'S-JTSK',
    geographic: [4156, 4818],
    projected: [
      [5513, 5514],
      [2065, 2065],
    ],
    wktNames: [
      'sjtsk',
      'systemjednotnetrigonometrickesitekatastralni',
      'systemoftheunifiedtrigonometricalcadastralnetwork',
    ],
    shifts: [
      { area: [18.9, 47.7, 22.6, 49.7], towgs84: '485,169.5,483.8,7.786,4.398,4.103,0', accuracyM: 1 },
      { towgs84: '572.213,85.334,461.94,4.9732,1.529,5.2484,3.5378', accuracyM: 1 },
    ],
  },
  {
    name: 'Monte Mario',
    geographic: [4265],
    projected: [[3003, 3004]],
    wktNames: ['montemario', 'rome1940'],
    shifts: [
      { area: [8.1, 38.8, 9.9, 41.4], towgs84: '-168.6,-34,38.6,-0.374,-0.679,-1.379,-9.48', accuracyM: 4 },
      { area: [12.3, 36.6, 15.62, 38.3], towgs84: '-50.2,-50.4,84.8,-0.69,-2.012,0.459,-28.08', accuracyM: 4 },
      { towgs84: '-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68', accuracyM: 4 },
    ],
  },
  {
    name: 'TM65',
    geographic: [4299, 4300],
    projected: [[29900, 29903]],
    wktNames: ['tm65', 'tm75', 'geodeticdatumof1965', 'ireland1965'],
    shifts: [{ towgs84: '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15', accuracyM: 1 }],
  },
  {
    name: 'Tokyo',
    geographic: [4301],
    projected: [
      [3092, 3096],
      [30161, 30179],
    ],
    wktNames: ['tokyo'],
    shifts: [{ towgs84: '-146.414,507.337,680.507', accuracyM: 9 }],
  },
  {
    name: 'AGD66',
    geographic: [4202],
    projected: [[20248, 20258]],
    wktNames: ['australian1966', 'australiangeodeticdatum1966'],
    shifts: [{ towgs84: '-117.808,-51.536,137.784,0.303,0.446,0.234,-0.29', accuracyM: 3 }],
  },
  {
    name: 'AGD84',
    geographic: [4203],
    projected: [[20348, 20358]],
    wktNames: ['australian1984', 'australiangeodeticdatum1984'],
    shifts: [{ towgs84: '-134,-48,149', accuracyM: 5 }],
  },
  {
    name: 'NZGD49',
    geographic: [4272],
    projected: [[27200, 27200]],
    wktNames: ['newzealand1949', 'newzealandgeodeticdatum1949'],
    shifts: [{ towgs84: '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993', accuracyM: 4 }],
  },
  {
    name: 'Cape',
    geographic: [4222],
    projected: [
      [22234, 22235],
      [22275, 22293],
    ],
    wktNames: ['cape'],
    shifts: [{ towgs84: '-136,-108,-292', accuracyM: 9 }],
  },
  {
    name: 'RT90',
    geographic: [4124],
    projected: [[3019, 3024]],
    wktNames: ['rt1990', 'rt90', 'riketskoordinatsystem1990'],
    shifts: [{ towgs84: '414.1,41.3,603.1,-0.855,2.141,-7.023,0', accuracyM: 1 }],
  },
  {
    name: 'NAD83(HARN)',
    geographic: [4152],
    projected: [
      [2759, 2888],
      [2891, 2930],
      [2967, 2968],
      [2993, 2994],
      [3358, 3365],
      [3740, 3751],
    ],
    wktNames: ['northamerican1983harn', 'nad83highaccuracyreferencenetwork', 'nad83harn'],
    shifts: [{ towgs84: '-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0', accuracyM: 1 }],
  },
  {
    name: 'NAD27',
    geographic: [4267],
    projected: [
      [26701, 26722],
      [26729, 26799],
      [32001, 32058],
    ],
    wktNames: ['northamerican1927', 'northamericandatum1927', 'nad27'],
    shifts: [{ towgs84: '-8,160,176', accuracyM: 10 }],
  },
]

const isIn = ([west, south, east, north]: Area, lon: number, lat: number): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north

/** The older datum of a projected or geographic system; undefined where it is none of those known here. */
export const datumOfEpsg = (code: number): Datum | undefined =>
  DATUMS.find(
    ({ geographic, projected }) =>
      geographic.includes(code) || projected.some(([from, to]) => code >= from && code <= to),
  )

/** @param name as WKT has it, such as `D_Belge_1972`, which becomes `belge1972` */
export const plainDatumName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/^d_/, '')
    .replace(/[^a-z0-9+]/g, '')
    .replace('+', 'plus')

/** @param name as WKT has it */
export const datumOfWktName = (name: string): Datum | undefined => {
  const plain = plainDatumName(name)
  return DATUMS.find(({ wktNames }) => wktNames.includes(plain))
}

/** The shift for a position on that datum. The areas are far larger than any shift, so a rough position is enough. */
export const shiftAt = ({ shifts }: Datum, lon: number, lat: number): DatumShift => {
  const shift = shifts.find(({ area }) => area === undefined || isIn(area, lon, lat)) ?? shifts.at(-1)
  if (shift === undefined) throw new Error('A datum has no shift')
  return shift
}

/** The least exact of a datum's shifts, for what is said before a position is known. */
export const accuracyOf = ({ shifts }: Datum): number => Math.max(...shifts.map(({ accuracyM }) => accuracyM))
