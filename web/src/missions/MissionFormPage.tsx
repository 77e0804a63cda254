import { LoadingState } from '../ui/index.ts'

export default function MissionFormPage() {
  return <LoadingState />
}
