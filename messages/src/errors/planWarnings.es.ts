/** Why a plan is less than was requested. In Spanish. */
import type { planWarnings as english } from './planWarnings.en.ts'

export const planWarnings: Readonly<Record<keyof typeof english, string>> = {
  invalidRequest: 'Un valor está fuera de rango.',
  invalidBoundary: 'El límite no es válido.',
  tooNarrow: 'La zona es demasiado estrecha para esta cuchilla.',
  allObstacle: 'Los obstáculos cubren toda el área.',
  unreachableParts: 'Partes de la zona no se alcanzan desde el resto.',
  turnRadiusNotKept:
    'Algunas curvas son más cerradas que el radio de giro; allí el cortacésped pivota. El mapa muestra dónde.',
  uncovered: 'Quedan restos sin segar; se dibujan en rojo.',
  splitIntoParts: 'El plan no cabe en la memoria del cortacésped y se envía por partes.',
  tightTurns: 'Algunos giros llevan a la pasada contigua y son más cerrados de lo pedido.',
  bodyOverEdge: 'En sitios estrechos la máquina sobresale más de 0,3 m del borde de la zona.',
  beyondRange: 'Partes de este plan quedan fuera del alcance de una carga.',
  leftOut: 'Se omitieron órdenes que el cortacésped no admite.',
  bladeNeverOn: 'El archivo nunca enciende la cuchilla: no se siega nada.',
  tooSmallToSplit: 'El área es demasiado pequeña para dividirla entre estos cortacéspedes.',
  tooNear: 'Si empiezan juntos, dos cortacéspedes se acercan: inícielos con unos minutos de diferencia.',
  finishApart: 'Esta forma no se puede dividir en partes que terminen a la vez.',
  wayThroughCell: 'Un cortacésped solo puede llegar a su parte por la de otro.',
}
