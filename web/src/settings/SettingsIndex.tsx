import { LoadingState } from '../ui/index.ts'

export default function SettingsIndex() {
  return <LoadingState />
}
