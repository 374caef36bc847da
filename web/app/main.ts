import "react-dom/client";
import "./app.css";

// What is ours is evaluated in a task behind React: together they would be the first screen's longest (docs/decisions/0036).
void import("./start.tsx");
