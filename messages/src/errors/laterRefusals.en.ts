/** Refusals of pairing, shifts and backups: apart from the others, because the map does not need them to open. */
export const laterRefusals = {
  pairingOnMission: 'The mower is on a mission and must stay connected',
  pairingArmed: 'The mower is armed. Stop it and disarm it before its signing key is changed',
  pairingArmingUnknown: 'The mower has not reported whether it is armed. Wait a moment, then try again',
  newKeyUnproven:
    'The mower has not answered under its new key. It can be stopped under the new key and the one before. Try again',
  keySealed: 'The key of this mower cannot be opened',
  noLinkForKey: 'The mower is not connected, so no key can be sent to it',
  shiftOtherDay: '{{title}} is not planned for this day',
  shiftNotPlanned: '{{title}} is not planned any more',
  shiftMissionTaken: '{{title}} is in the shift {{shift}} already',
  shiftReleasedAlready: '{{who}} has released the shift already',
  shiftNotReleased: 'The shift is not released. Release it first',
  shiftWindowOver: 'The window of the shift is over. Delete the shift and make a new one',
  shiftEnded: 'All tasks of the shift have ended',
  backupUnderWay: 'A backup is being made already. Wait until it has finished',
  routeNotPaused: '{{mower}} is not paused in this shift',
  mowerInOtherShift: 'A mower of this shift is in another released shift. Revoke the release of that shift first',
  replanNoMower: 'No mower of this shift can drive now. Press Continue for one of them first, then plan again',
  replanOutdated: 'The shift has changed meanwhile. Plan again and check the changes',
  replanNoLongerFits: 'Planned for its new mower, {{title}} no longer fits. Nothing was changed. Plan again',
  replanNotPlanned: '{{title}} cannot be planned for {{mower}}, and nothing was changed: {{why}}',
} as const
