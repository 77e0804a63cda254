/** Primitives without a noun of ours. */

export { ConfirmDialog } from './ConfirmDialog.tsx'
export { CorrectFailsafes, useCorrectFailsafes } from './command/CorrectFailsafes.tsx'
export { EnergyShort } from './command/EnergyShort.tsx'
export { GateList } from './command/GateList.tsx'
export { GateRefusal } from './command/GateRefusal.tsx'
export { StopSteps } from './command/StopSteps.tsx'
export { type Command, type CommandName, useCommand } from './command/useCommand.ts'
export { DayRange, DaySpan } from './form/DayRange.tsx'
export { FileDrop } from './form/FileDrop.tsx'
export {
  ColourField,
  NumberField,
  PasswordField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from './form/fields.tsx'
export { formResolver } from './form/formResolver.ts'
export { NewKey } from './form/NewKey.tsx'
export { NumberEntry } from './form/NumberEntry.tsx'
export { RecordSheet } from './form/RecordSheet.tsx'
export { RepeatField } from './form/RepeatField.tsx'
export { showRefusals } from './form/showRefusals.ts'
export { WeekdayButtons } from './form/WeekdayButtons.tsx'
export { weekdayNames } from './form/weekdayNames.ts'
export { IconButton } from './IconButton.tsx'
export { ClockField } from './moments/ClockField.tsx'
export { ClockInput } from './moments/ClockInput.tsx'
export { DayInput } from './moments/DayInput.tsx'
export { notify } from './notify.tsx'
export { EmptyState } from './page/EmptyState.tsx'
export { ErrorState } from './page/ErrorState.tsx'
export { ForbiddenState } from './page/ForbiddenState.tsx'
export { FullScreen } from './page/FullScreen.tsx'
export { LoadingState } from './page/LoadingState.tsx'
export { Page } from './page/Page.tsx'
export { Panel } from './page/Panel.tsx'
export { QueryState } from './page/QueryState.tsx'
export { Sheet } from './Sheet.tsx'
export { StatusPill, type Tone } from './StatusPill.tsx'
export { saveFile } from './saveFile.ts'
export { type Column, DataTable } from './table/DataTable.tsx'
export { Pager } from './table/Pager.tsx'
export { RecordTable } from './table/RecordTable.tsx'
export { SearchField } from './table/SearchField.tsx'
export { SortableList } from './table/SortableList.tsx'
export { batteryTone } from './text/battery.ts'
export { useMeasure, useUnits } from './text/measure.ts'
export { answerText, logText, statusText } from './text/whyText.ts'
export { useNow } from './useNow.ts'
export { CartIcon, MowerIcon } from './vehicleIcons.tsx'
