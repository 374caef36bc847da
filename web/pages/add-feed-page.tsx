export function AddFeedPage() {
  return null;
}
