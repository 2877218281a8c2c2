"""The screen of the tracker."""
