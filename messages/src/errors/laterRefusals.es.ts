/** Refusals of pairing, shifts, backups and programs such as QGIS. In Spanish. */
import type { laterRefusals as english } from './laterRefusals.en.ts'

export const laterRefusals: Readonly<Record<keyof typeof english, string>> = {
  linkedOtherwise: 'Este cortacésped está conectado por otro protocolo. Termine primero esa conexión',
  pairingOnMission: 'El cortacésped está en una misión y tiene que seguir conectado',
  pairingArmed: 'El cortacésped está armado. Deténgalo y desármelo antes de cambiar su clave de firma',
  pairingArmingUnknown: 'El cortacésped aún no ha informado de si está armado. Espere un momento e inténtelo de nuevo',
  newKeyUnproven:
    'El cortacésped no ha respondido con su nueva clave. Se puede detener con la nueva y con la anterior. Inténtelo de nuevo',
  keySealed: 'No se puede abrir la clave de este cortacésped',
  noLinkForKey: 'El cortacésped no está conectado, así que no se le puede enviar ninguna clave',
  shiftOtherDay: '{{title}} está planificada para otro día',
  shiftNotPlanned: '{{title}} ya no está planificada',
  shiftMissionTaken: '{{title}} ya está en el turno {{shift}}',
  shiftReleasedAlready: '{{who}} ya ha autorizado el turno',
  shiftNotReleased: 'El turno no está autorizado. Autorícelo primero',
  shiftWindowOver: 'La franja horaria del turno ha terminado. Elimine el turno y cree otro',
  shiftEnded: 'Todas las tareas del turno han terminado',
  backupUnderWay: 'Ya se está haciendo una copia de seguridad. Espere a que termine',
  routeNotPaused: '{{mower}} no está en pausa en este turno',
  mowerInOtherShift: 'Un cortacésped de este turno ya está autorizado en otro turno. Retire antes esa autorización',
  replanNoMower:
    'Ningún cortacésped de este turno puede circular ahora. Pulse antes «Continuar» en uno de ellos y replanifique',
  replanOutdated: 'El turno ha cambiado entretanto. Replanifique y revise los cambios',
  replanNoLongerFits:
    'Planificada para su nuevo cortacésped, {{title}} ya no cabe en el turno. No se ha cambiado nada. Replanifique',
  replanNotPlanned: 'No se puede planificar {{title}} para {{mower}} y no se ha cambiado nada: {{why}}',
  preconditionFailed: 'Ha cambiado desde que lo leyó. Léalo de nuevo y repita el cambio',
  keyOnlyReads: 'Esta clave solo puede leer el campo. Cree en su cuenta una que pueda editar el mapa',
  contentTypeMissing: 'Falta la cabecera Content-Type. Envíe application/geo+json',
  otherCrs: 'No se acepta el sistema de coordenadas {{name}}. Envíe longitud y latitud en grados (CRS84)',
}
