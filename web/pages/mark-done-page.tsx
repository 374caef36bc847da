export function MarkDonePage() {
  return null;
}
