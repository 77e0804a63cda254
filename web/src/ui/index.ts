/** Primitives without a noun of ours. */
export { batteryTone } from './battery.ts'
export { ConfirmDialog } from './ConfirmDialog.tsx'
export { CorrectFailsafes, useCorrectFailsafes } from './CorrectFailsafes.tsx'
export { type Column, DataTable } from './DataTable.tsx'
export { DayRange } from './DayRange.tsx'
export { EmptyState } from './EmptyState.tsx'
export { EnergyShort } from './EnergyShort.tsx'
export { ErrorState } from './ErrorState.tsx'
export { FileDrop } from './FileDrop.tsx'
export { ForbiddenState } from './ForbiddenState.tsx'
export { FullScreen } from './FullScreen.tsx'
export {
  ColourField,
  NumberField,
  PasswordField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from './fields.tsx'
export { formResolver } from './formResolver.ts'
export { GateList } from './GateList.tsx'
export { GateRefusal } from './GateRefusal.tsx'
export { IconButton } from './IconButton.tsx'
export { LoadingState } from './LoadingState.tsx'
export { useMeasure, useUnits } from './measure.ts'
export { ClockField } from './moments/ClockField.tsx'
export { ClockInput } from './moments/ClockInput.tsx'
export { DayInput } from './moments/DayInput.tsx'
export { NewKey } from './NewKey.tsx'
export { notify } from './notify.tsx'
export { Page } from './Page.tsx'
export { Pager } from './Pager.tsx'
export { Panel } from './Panel.tsx'
export { RecordSheet } from './RecordSheet.tsx'
export { RecordTable } from './RecordTable.tsx'
export { RepeatField } from './RepeatField.tsx'
export { SearchField } from './SearchField.tsx'
export { Sheet } from './Sheet.tsx'
export { SortableList } from './SortableList.tsx'
export { StatusPill, type Tone } from './StatusPill.tsx'
export { StopSteps } from './StopSteps.tsx'
export { saveFile } from './saveFile.ts'
export { showRefusals } from './showRefusals.ts'
export { type Command, type CommandName, useCommand } from './useCommand.ts'
export { useNow } from './useNow.ts'
export { CartIcon, MowerIcon } from './vehicleIcons.tsx'
export { answerText, logText, statusText } from './whyText.ts'
