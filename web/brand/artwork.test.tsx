import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { artworkOf } from "#domain/rules/artwork.ts";
import { Artwork } from "./artwork.tsx";

afterEach(cleanup);

const DATE = "2025-08-12";
const picture = () => document.querySelector("img");

test("a picture reserves its space, loads at low priority, and has empty alt text", () => {
  render(<Artwork date={DATE} />);
  const attributes = Object.fromEntries([...(picture()?.attributes ?? [])].map(({ name, value }) => [name, value]));
  expect(attributes).toMatchObject({ width: "1200", height: "630", alt: "", src: artworkOf(DATE) });
  expect(attributes).toMatchObject({ loading: "lazy", decoding: "async", fetchpriority: "low" });
});

test("a page's largest picture is requested right away and first", () => {
  render(<Artwork date={DATE} isLargest />);
  expect(picture()?.getAttribute("loading")).toBe("eager");
  expect(picture()?.getAttribute("fetchpriority")).toBe("high");
});

test("showing another day in the same place reuses the picture element and cancels the previous load", () => {
  const { rerender } = render(<Artwork date={DATE} />);
  const before = picture();
  rerender(<Artwork date="2025-08-13" />);
  expect(picture()).toBe(before);
  expect(before?.getAttribute("src")).toBe(artworkOf("2025-08-13"));
  rerender(<Artwork date="2025-08-13" own="own-1f.png" />);
  expect(before?.getAttribute("src")).toBe("/media/own-1f.png");
});
